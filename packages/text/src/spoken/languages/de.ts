import { listed, marked, type SpokenLanguage, tensOf, valued } from '../grammar.ts';

export const de: SpokenLanguage = {
  nounsAreLarge: true,
  numbers: {
    words: valued(`
      null 0, eins 1, ein 1, eine 1, einen 1, zwei 2, zwo 2, drei 3, vier 4, fünf 5, sechs 6, sieben 7, acht 8,
      neun 9, zehn 10, elf 11, zwölf 12, dreizehn 13, vierzehn 14, fünfzehn 15, sechzehn 16, siebzehn 17,
      achtzehn 18, neunzehn 19, zwanzig 20, dreißig 30, dreissig 30, vierzig 40, fünfzig 50, sechzig 60, siebzig 70,
      achtzig 80, neunzig 90
    `),
    multipliers: {
      hundert: 100,
    },
    scales: valued(`
      tausend 1000, million 1000000, millionen 1000000, milliarde 1000000000, milliarden 1000000000,
      billionen 1000000000000
    `),
    wordScale: 1000000,
    joins: [],
    hasTeenHundreds: true,
    compound: {
      and: 'und',
      hundred: 'hundert',
      thousand: 'tausend',
    },
    articles: listed(`ein, eine, einen, eins`),
    digits: {},
    repeats: {},
    ordinals: valued(`
      erste 1, ersten 1, erster 1, zweite 2, zweiten 2, zweiter 2, dritte 3, dritten 3, dritter 3, vierte 4,
      vierten 4, vierter 4, fünfte 5, fünften 5, fünfter 5, sechste 6, sechsten 6, sechster 6, siebte 7, siebten 7,
      siebter 7, achte 8, achten 8, achter 8, neunte 9, neunten 9, neunter 9, zehnte 10, zehnten 10, zehnter 10,
      elfte 11, elften 11, elfter 11, zwölfte 12, zwölften 12, zwölfter 12, dreizehnte 13, dreizehnten 13,
      vierzehnte 14, vierzehnten 14, fünfzehnte 15, fünfzehnten 15, sechzehnte 16, sechzehnten 16, siebzehnte 17,
      siebzehnten 17, achtzehnte 18, achtzehnten 18, neunzehnte 19, neunzehnten 19, dreizehnter 13, vierzehnter 14,
      fünfzehnter 15, sechzehnter 16, siebzehnter 17, achtzehnter 18, neunzehnter 19
    `),
    doubtfulOrdinals: [],
    ordinalEnding: /ste[nrsm]?$/,
    ordinalMarks: [[/$/, '.']],
    ordinalsNeedNext: true,
    points: {
      komma: ',',
      punkt: '.',
    },
    decimal: ',',
    group: '.',
    percent: listed(`prozent`),
    percentMark: '\u00a0%',
    currencies: {
      euro: '€',
      dollar: '$',
      'schweizer franken': 'CHF',
      franken: 'Franken',
      pfund: 'Pfund',
      yen: 'Yen',
    },
    minor: listed(`cent, rappen`),
    minorJoins: listed(`und`),
    money: '#\u00a0$',
    groupsMoney: true,
    keptBefore: listed(`und ein paar`),
    shares: listed(`von`),
    measures: listed(`
      kilometer, kilometern, km, meter, metern, zentimeter, millimeter, kilo, kilogramm, kg, gramm, milligramm,
      liter, litern, milliliter, grad, gigabyte, megabyte, kilobyte, terabyte, byte, bit, watt, kilowatt,
      kilowattstunden, volt, ampere, hertz, megahertz, gigahertz, millisekunden, quadratmeter, hektar, pixel,
      kalorien, tonnen, stundenkilometer
    `),
    labels: listed(`
      version, seite, kapitel, zimmer, raum, gleis, kanal, abschnitt, abbildung, tabelle, nummer, hausnummer,
      klasse, python, windows
    `),
    operators: listed(`mal, plus, minus, gleich`),
    ranges: listed(`bis, oder, und`),
    months: listed(`
      januar, jänner, februar, märz, april, mai, juni, juli, august, september, oktober, november, dezember
    `),
    dates: {
      ordinal: true,
      of: '',
    },
    times: {
      hours: listed(`uhr`),
      at: listed(`um, ab, gegen, bis, von, vor, nach`),
      halves: [],
      form: 'H:M U',
      past: listed(`nach, vor`),
      whole: 'always',
    },
    idioms: listed(`
      in null komma nichts, null komma nichts, um eins, zwei drei, ein oder zwei, zwei oder drei, eins zwei drei,
      alle viere, unter vier augen, null acht fünfzehn, sieben siegel, sieben zwerge, zehn gebote, die zehn gebote,
      elf freunde, auf einen, siebten himmel, eine million mal, eine million dank, nummer eins, tausend dank, tausend und eine nacht, tausendundeine, fünfe gerade,
      sieben sachen, zwölf apostel, hundert prozent, elfter september, dreizehnter freitag, in den zwanziger,
      acht geben, acht gegeben, außer acht, in acht, acht nehmen
    `),
    spelling: {
      below: listed(`
        null, ein, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn, fünfzehn,
        sechzehn, siebzehn, achtzehn, neunzehn
      `),
      tens: tensOf(`zwanzig, dreißig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig`),
      join: 'und',
      unitsFirst: true,
      exact: { 100: 'hundert' },
      labels: listed(
        `frage, schritt, zeile, typ, folge, staffel, teil, band, heft, tag, woche, aufgabe, gebäude, stock, spur, bus, linie, phase, fall, lektion, übung, anhang, absatz, paragraf, paragraph, punkt, nr`,
      ),
    },
  },
  marks: {
    words: [
      marked('inner', 'plain', ',', `komma, beistrich`),
      marked('end', 'doubtful', '.', `punkt`),
      marked('end', 'sure', '?', `fragezeichen`),
      marked('end', 'sure', '!', `ausrufezeichen, ausrufungszeichen, rufzeichen`),
      marked('inner', 'plain', ':', `doppelpunkt`),
      marked('inner', 'plain', ';', `semikolon, strichpunkt`),
      marked('dash', 'plain', '–', `gedankenstrich`),
      marked(
        'open',
        'sure',
        '„',
        `
        anführungszeichen auf, anführungszeichen unten, anführungszeichen öffnen, anführungsstriche unten,
        zitat anfang
      `,
      ),
      marked(
        'close',
        'sure',
        '“',
        `
        anführungszeichen zu, anführungszeichen oben, anführungszeichen schließen, anführungsstriche oben,
        zitat ende
      `,
      ),
      marked('open', 'sure', '(', `klammer auf, klammer öffnen`),
      marked('close', 'sure', ')', `klammer zu, klammer schließen`),
      marked('line', 'plain', '', `neue zeile, nächste zeile, zeilenumbruch`),
      marked('paragraph', 'plain', '', `neuer absatz, nächster absatz`),
      marked('bullet', 'plain', '-', `aufzählungspunkt, neuer aufzählungspunkt, spiegelstrich, stichpunkt`),
      marked('capitals', 'plain', 'word', `alles groß, großbuchstaben`),
      marked('capitals', 'plain', 'on', `großbuchstaben an, großschreibung an`),
      marked('capitals', 'plain', 'off', `großbuchstaben aus, großschreibung aus`),
      marked(
        'back',
        'doubtful',
        '',
        `
        streich das, lösch das, lösche das, streiche das, das löschen, rückgängig, mach das rückgängig
      `,
      ),
    ],
    owners: listed(`
      ein, eine, einen, einem, einer, eines, die, der, das, den, dem, des, diese, dieser, dieses, diesen, diesem,
      jede, jeder, jedes, jeden, kein, keine, keinen, mein, meine, meinen, dein, deine, sein, seine, ihr, ihre,
      ihren, unser, unsere, als, pro, mit, ohne, durch, per, von, für, im, am, vom, zum, zur, beim, bei, per, und,
      oder, wort, zeichen, heißt, ist, sind, war, waren, statt, zwei, drei, mehrere, viele, alle, welche, welcher,
      welches, nur, sagt, sage, sagen, wie, kann, muss, soll, sollte, fehlt, fehlte, zwischen
    `),
    adjectives: listed(`
      große, großes, großer, großen, dicke, dickes, dicker, letzte, letzten, letztes, letzter, erste, erster,
      ersten, erstes, zweite, zweites, zweiten, fehlende, fehlendes, überflüssiges, springender, springende, wunder,
      wunden, toten, toter, neuen, neuer, neue, neues, falsches, falsche, richtigen, richtiger, wichtiger,
      wichtigen, wichtigste, einzige, einziges, kleines, kleiner, kleine, schwarzer, roter, lange, langer, öffnende,
      schließende, nächste, nächsten, dritte, dritten, halber, ganze, ganzen, unser, dunkler, strittige, strittigen,
      höchste, höchsten
    `),
    followers: listed(`
      von, für, in, im, mit, der, des, ist, war, hat, beginnt, zu, und, oder, nach, vor, hinter, steht, stand,
      fehlt, gehört, sind, auf, am, an, bei, wird, setzen, gesetzt, machen, acht, zwölf, eins, zwei, drei, kann,
      soll, muss, bleibt, aus, geht, macht, zeigt, eingefügt, zwischen, heißt, bitte, einfügen, drin, über, unter,
      wurde, werden, würde
    `),
    sayers: listed(`sagte, sagt, sagten, fragte, rief, meinte`),
    small: listed(`
      der, die, das, und, aber, oder, denn, weil, dass, wenn, als, ob, wie, was, wo, wer, ich, du, er, es, wir, ein,
      eine, mein, meine, dein, in, im, am, an, auf, zu, mit, von, für, nach, bei, ist, sind, war, hat, haben, kann,
      bitte, danke, dann, da, hier, nicht, kein, keine, ja, nein, auch, noch, nur, schon, so, um, damit, den, dem,
      vielen, morgen, heute, gestern
    `),
  },
  fillers: {
    sounds: listed(`äh, ähm, öh, öhm, ähh`),
    doubtful: listed(`hm, hmm, ehm, eh, mh, sag ich mal, sagen wir mal`),
    phrases: listed(`ich meine`),
    phraseFollowers: listed(`dass, es, das, was, wie`),
    definitions: listed(`ist ein, ist kein, ist nur, sei kein, sei ein, heißt`),
    commaBefore: listed(`weil, dass, obwohl, sodass, sondern`),
    owners: listed(`
      ein, das, dieses, jedes, kein, sein, wort, sagt, sagte, sagen, sage, und, oder, wie, von, mit, ohne, laut,
      nur, viele, ständig, immer, dem
    `),
    doubled: listed(`
      ich, wir, und, aber, ein, eine, einen, im, am, mit, für, dass, weil, wenn, zum, zur, mein, meine, unser, oder,
      den, dem
    `),
    restarts: listed(`
      ich, wir, er, du, der, die, das, ein, eine, in, im, wenn, dass, es, man, mit, für, am, auf
    `),
  },
};
