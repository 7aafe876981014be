import { compoundOrdinals, listed, marked, type SpokenLanguage, tensOf, valued } from '../grammar.ts';

export const es: SpokenLanguage = {
  numbers: {
    words: valued(`
      cero 0, un 1, uno 1, una 1, dos 2, tres 3, cuatro 4, cinco 5, seis 6, siete 7, ocho 8, nueve 9, diez 10,
      once 11, doce 12, trece 13, catorce 14, quince 15, dieciséis 16, dieciseis 16, diecisiete 17, dieciocho 18,
      diecinueve 19, veinte 20, veintiún 21, veintiuno 21, veintiuna 21, veintidós 22, veintidos 22, veintitrés 23,
      veintitres 23, veinticuatro 24, veinticinco 25, veintiséis 26, veintiseis 26, veintisiete 27, veintiocho 28,
      veintinueve 29, treinta 30, cuarenta 40, cincuenta 50, sesenta 60, setenta 70, ochenta 80, noventa 90,
      ciento 100, doscientos 200, doscientas 200, trescientos 300, trescientas 300, cuatrocientos 400,
      cuatrocientas 400, quinientos 500, quinientas 500, seiscientos 600, seiscientas 600, setecientos 700,
      setecientas 700, ochocientos 800, ochocientas 800, novecientos 900, novecientas 900
    `),
    multipliers: {
      cien: 100,
    },
    scales: {
      mil: 1000,
      millón: 1000000,
      millones: 1000000,
    },
    wordScale: 1000000,
    joins: [['y', 10, 10]],
    articles: listed(`un, una, uno`),
    digits: {},
    repeats: {},
    ordinals: {
      ...valued(`primero 1, undécimo 11, undécima 11, duodécimo 12, duodécima 12`),
      ...compoundOrdinals(
        `
        décimo 10, vigésimo 20, trigésimo 30, cuadragésimo 40, quincuagésimo 50, sexagésimo 60, septuagésimo 70,
        octogésimo 80, nonagésimo 90, centésimo 100
        `,
        `
        primero 1, segundo 2, tercero 3, cuarto 4, quinto 5, sexto 6, séptimo 7, octavo 8, noveno 9
        `,
      ),
    },
    doubtfulOrdinals: [],
    ordinalMarks: [
      [/a \d+$/, '.ª'],
      [/$/, '.º'],
    ],
    points: {
      coma: ',',
      punto: '.',
    },
    decimal: ',',
    group: '\u00a0',
    percent: listed(`por ciento, porciento`),
    percentMark: '\u00a0%',
    currencies: {
      euro: '€',
      euros: '€',
      dólar: '$',
      dólares: '$',
      pesos: 'pesos',
      libras: 'libras',
      yenes: 'yenes',
    },
    minor: listed(`céntimo, céntimos, centavo, centavos`),
    minorJoins: listed(`con, y`),
    minorWith: 'con',
    money: '#\u00a0$',
    keptBefore: listed(`y tantos, y tantas, y pico, y cuarto, y media, menos cuarto`),
    shares: listed(`cada`),
    romanBeside: listed(`siglo`),
    measures: listed(`
      kilómetros, kilómetro, km, metros, centímetros, milímetros, kilos, kilogramos, kg, gramos, miligramos, litros,
      mililitros, grados, gigabytes, megabytes, bytes, gigas, megas, vatios, kilovatios, voltios, amperios, hercios,
      milisegundos, metros cuadrados, hectáreas, píxeles, calorías, toneladas
    `),
    labels: listed(`
      versión, página, capítulo, habitación, puerta, andén, canal, sección, figura, tabla, número, artículo, sala,
      aula, python, windows
    `),
    operators: listed(`por, más, menos, igual`),
    partOf: listed(`de`),
    ranges: listed(`a, o, y`),
    months: listed(`
      enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, setiembre, octubre, noviembre, diciembre
    `),
    dates: {
      ordinal: false,
      of: 'de',
    },
    times: {
      hours: [],
      at: listed(`a las, hasta las, desde las, sobre las`),
      halves: listed(`a.m., p.m., am, pm`),
      join: 'y',
      form: 'H:M',
    },
    idioms: listed(`
      una vez, uno de, una de, uno por uno, una por una, uno a uno, una a una, uno u otro, uno o dos, una o dos,
      dos o tres, uno dos tres, cien por cien, cien por ciento, ciento volando, mil gracias, las mil y una noches, mil y una noches,
      mil veces, un millón de veces, un millón de gracias, las veinticuatro horas, cada dos por tres, dos por tres, en un dos por tres, los diez mandamientos,
      diez mandamientos, once de septiembre, número uno, a la una, quince minutos de fama, siete vidas,
      a las doce en punto, a los cuatro vientos, ni uno, quinto pino, cuatro gatos, doce apóstoles, doce uvas,
      dos puntos, once titular, el once, por si las, menos una, más o menos
    `),
    spelling: {
      below: listed(`
        cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince,
        dieciséis, diecisiete, dieciocho, diecinueve, veinte, veintiuno, veintidós, veintitrés, veinticuatro,
        veinticinco, veintiséis, veintisiete, veintiocho, veintinueve
      `),
      tens: tensOf(`treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa`, 30),
      join: ' y ',
      exact: { 100: 'cien' },
      inflected: /^[2-9]1$/,
      labels: listed(
        `línea, paso, pregunta, tipo, episodio, temporada, parte, tomo, volumen, día, semana, tarea, edificio, piso, pista, autobús, fase, caso, lección, ejercicio, anexo, párrafo, punto, años`,
      ),
    },
  },
  marks: {
    words: [
      marked('inner', 'doubtful', ',', `coma`),
      marked('end', 'doubtful', '.', `punto`),
      marked('end', 'plain', '.', `punto final, punto y seguido`),
      marked('paragraph', 'plain', '.', `punto y aparte`),
      marked(
        'end',
        'plain',
        '?',
        `
        cierra interrogación, cerrar interrogación, signo de interrogación, cierre de interrogación
      `,
      ),
      marked('open', 'sure', '¿', `abre interrogación, abrir interrogación`),
      marked(
        'end',
        'plain',
        '!',
        `
        cierra exclamación, cerrar exclamación, signo de exclamación, cierre de exclamación
      `,
      ),
      marked('open', 'sure', '¡', `abre exclamación, abrir exclamación`),
      marked('inner', 'doubtful', ':', `dos puntos`),
      marked('inner', 'plain', ';', `punto y coma`),
      marked('dash', 'doubtful', '–', `guion, guión`),
      marked('open', 'sure', '«', `abre comillas, abrir comillas, abro comillas, abre las comillas`),
      marked(
        'close',
        'sure',
        '»',
        `
        cierra comillas, cerrar comillas, cierro comillas, cierra las comillas
      `,
      ),
      marked('open', 'sure', '(', `abre paréntesis, abrir paréntesis, abro paréntesis`),
      marked('close', 'sure', ')', `cierra paréntesis, cerrar paréntesis, cierro paréntesis`),
      marked('line', 'plain', '', `nueva línea, nueva linea, salto de línea, línea nueva`),
      marked('paragraph', 'plain', '', `nuevo párrafo, nuevo parrafo, párrafo nuevo`),
      marked('bullet', 'plain', '-', `viñeta, nueva viñeta`),
      marked('capitals', 'plain', 'word', `todo mayúsculas, todo en mayúsculas, en mayúsculas, mayúsculas`),
      marked('capitals', 'plain', 'on', `activar mayúsculas, inicio mayúsculas`),
      marked('capitals', 'plain', 'off', `desactivar mayúsculas, fin mayúsculas`),
      marked('back', 'doubtful', '', `borra eso, borrar eso, elimina eso, tacha eso, deshacer, deshaz eso`),
    ],
    owners: listed(`
      una, un, la, el, los, las, esta, este, esa, ese, cada, ninguna, ningún, mi, tu, su, nuestra, nuestro, otra,
      otro, de, del, al, en, con, sin, por, para, a, y, o, ni, que, como, palabra, es, son, era, dos, tres, cuatro,
      unos, unas, hasta, qué, cuál, algún, alguna, varios, quiero, puedo, puedes, debe, debes, hay, cualquier, pon,
      poner, añade, añadir, falta, faltaba, entre, usa, usar, sobre, va, ganó, perdió
    `),
    adjectives: listed(`
      gran, grande, primera, primer, última, último, segunda, segundo, larga, largo, pequeño, pequeña, mismo, misma,
      buen, buena, mal, solo, sola, mejor, nuevo, nueva, profundo, enorme, maldita, dichoso, tercer, tercera, famoso
    `),
    followers: listed(`
      de, del, para, en, con, que, es, era, tiene, y, o, etílico, muerto, débil, fuerte, fijo, ciego, profundo,
      inducido, flotante, clave, clave., limpio, medio, por, entre, sobre, a, al, irreversible, ganador, importante,
      importantes, débiles, fuertes, cardinales, negros, negro, rojo, decimal, decimales, porcentuales, más, menos,
      después, antes, álgido, está, cambia, debería, algo, mucho, poco, bien, original, técnico, gráfico,
      cinematográfico, mal, separa, se, no, lo, fue, donde, nos, me, alto, bajo, sano, carne, pan, fruta, verdura,
      usted, la, el, los, las
    `),
    sayers: listed(`dijo, dice, dijeron, preguntó`),
    small: listed(`
      el, la, los, las, un, una, y, pero, o, porque, que, cuando, si, como, yo, tú, él, ella, nosotros, ellos, este,
      esta, esto, mi, tu, su, nuestro, nuestra, a, al, de, del, en, con, para, por, sin, sobre, es, son, está,
      están, cómo, qué, dónde, cuándo, quién, gracias, por, luego, entonces, también, no, sí, ya, te, me, se, nos,
      le, lo, muchas, mañana, hoy, ayer, espero, puedes, necesito, tengo
    `),
  },
  fillers: {
    sounds: listed(`eeh, ehh, ehm, emm`),
    doubtful: listed(`eh, em, este, mm, mmm, hmm`),
    phrases: listed(`quiero decir, digo`),
    phraseFollowers: listed(`que, lo, yo`),
    definitions: listed(`es una, es un, no es, significa`),
    commaBefore: listed(`pero, aunque`),
    owners: listed(`
      el, un, palabra, dice, decir, dijo, y, o, de, sin, tantos, los, muchos, con, como, sus, mis, tus, su, esos
    `),
    doubled: listed(`
      el, la, los, las, un, una, de, en, y, pero, que, yo, con, para, mi, su, se, del, al, es, porque
    `),
    restarts: listed(`
      yo, el, la, los, las, un, una, en, de, que, es, se, no, si, para, con, me, lo, a
    `),
  },
};
