import { compoundOrdinals, listed, marked, type SpokenLanguage, tensOf, valued } from '../grammar.ts';

export const pt: SpokenLanguage = {
  numbers: {
    words: valued(`
      zero 0, um 1, uma 1, dois 2, duas 2, três 3, quatro 4, cinco 5, seis 6, sete 7, oito 8, nove 9, dez 10,
      onze 11, doze 12, treze 13, catorze 14, quatorze 14, quinze 15, dezesseis 16, dezasseis 16, dezessete 17,
      dezassete 17, dezoito 18, dezenove 19, dezanove 19, vinte 20, trinta 30, quarenta 40, cinquenta 50,
      sessenta 60, setenta 70, oitenta 80, noventa 90, cento 100, duzentos 200, duzentas 200, trezentos 300,
      trezentas 300, quatrocentos 400, quatrocentas 400, quinhentos 500, quinhentas 500, seiscentos 600,
      seiscentas 600, setecentos 700, setecentas 700, oitocentos 800, oitocentas 800, novecentos 900, novecentas 900
    `),
    multipliers: {
      cem: 100,
    },
    scales: valued(`
      mil 1000, milhão 1000000, milhões 1000000, bilhão 1000000000, bilhões 1000000000
    `),
    wordScale: 1000000,
    joins: [
      ['e', 10, 10],
      ['e', 100, 100],
      ['e', 1000, 1000],
    ],
    articles: listed(`um, uma`),
    digits: {
      meia: 6,
    },
    repeats: {},
    ordinals: {
      ...valued(`primeiro 1`),
      ...compoundOrdinals(
        `
        décimo 10, vigésimo 20, trigésimo 30, quadragésimo 40, quinquagésimo 50, sexagésimo 60, septuagésimo 70,
        octogésimo 80, nonagésimo 90, centésimo 100
        `,
        `
        primeiro 1, segundo 2, terceiro 3, quarto 4, quinto 5, sexto 6, sétimo 7, oitavo 8, nono 9
        `,
      ),
    },
    doubtfulOrdinals: [],
    ordinalMarks: [
      [/a \d+$/, 'ª'],
      [/$/, 'º'],
    ],
    points: {
      vírgula: ',',
      ponto: '.',
    },
    decimal: ',',
    group: '.',
    percent: listed(`por cento, porcento`),
    percentMark: '%',
    currencies: {
      real: 'R$',
      reais: 'R$',
      euro: '€',
      euros: '€',
      dólar: 'US$',
      dólares: 'US$',
    },
    minor: listed(`centavo, centavos, cêntimo, cêntimos`),
    minorJoins: listed(`e`),
    money: '$\u00a0#',
    groupsMoney: true,
    keptBefore: listed(`e poucos, e poucas, e tantos, e tantas, e tal, e meia`),
    shares: listed(`cada`),
    romanBeside: listed(`século`),
    measures: listed(`
      quilômetros, quilómetros, quilômetro, km, metros, centímetros, milímetros, quilos, quilogramas, kg, gramas,
      miligramas, litros, mililitros, graus, gigabytes, megabytes, bytes, gigas, megas, watts, quilowatts, volts,
      amperes, hertz, milissegundos, metros quadrados, hectares, pixels, calorias, toneladas
    `),
    labels: listed(`
      versão, página, capítulo, quarto, portão, plataforma, canal, seção, figura, tabela, número, artigo, sala,
      python, windows
    `),
    operators: listed(`vezes, mais, menos, igual`),
    partOf: listed(`de, deles, delas`),
    ranges: listed(`a, ou, e`),
    months: listed(`
      janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro
    `),
    dates: {
      ordinal: false,
      of: 'de',
    },
    times: {
      hours: listed(`hora, horas`),
      minutes: listed(`minuto, minutos`),
      at: listed(`às, até as, até às`),
      halves: [],
      join: 'e',
      form: 'HhM',
    },
    idioms: listed(`
      uma vez, um de, uma de, um por um, uma por uma, um a um, uma a uma, um ou outro, um ou dois, uma ou duas,
      dois ou três, duas ou três, um dois três, cem por cento, mil vezes, um milhão de vezes, mil desculpas, as mil e uma noites,
      mil e uma noites, mil e uma, vinte e quatro horas por dia, dez mandamentos, os dez mandamentos,
      onze de setembro, sete vidas, a sete chaves, nota dez, dois pontos, sete anões, doze apóstolos, mais ou menos,
      vezes mais, quatro cantos, zero à esquerda, meia hora, quinze minutos de fama, de quatro, número um, mais um,
      mais uma, menos um, menos uma
    `),
    spelling: {
      below: listed(`
        zero, um, dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, quatorze, quinze,
        dezesseis, dezessete, dezoito, dezenove
      `),
      tens: tensOf(`vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa`),
      join: ' e ',
      exact: { 100: 'cem' },
      inflected: /^(?:2|[2-9][12])$/,
      labels: listed(
        `linha, passo, questão, pergunta, tipo, episódio, temporada, parte, volume, dia, semana, tarefa, prédio, andar, faixa, ônibus, fase, caso, lição, exercício, anexo, parágrafo, ponto, anos`,
      ),
    },
  },
  marks: {
    words: [
      marked('inner', 'plain', ',', `vírgula`),
      marked('end', 'doubtful', '.', `ponto`),
      marked('end', 'plain', '.', `ponto final`),
      marked('end', 'sure', '?', `ponto de interrogação, interrogação`),
      marked('end', 'sure', '!', `ponto de exclamação`),
      marked('inner', 'doubtful', ':', `dois pontos`),
      marked('inner', 'plain', ';', `ponto e vírgula`),
      marked('dash', 'doubtful', '–', `travessão`),
      marked('open', 'sure', '“', `abre aspas, abrir aspas, abra aspas`),
      marked('close', 'sure', '”', `fecha aspas, fechar aspas, feche aspas`),
      marked('open', 'sure', '(', `abre parênteses, abre parêntese, abrir parênteses, abre parêntesis`),
      marked(
        'close',
        'sure',
        ')',
        `
        fecha parênteses, fecha parêntese, fechar parênteses, fecha parêntesis
      `,
      ),
      marked('line', 'plain', '', `nova linha, quebra de linha, próxima linha`),
      marked('paragraph', 'plain', '', `novo parágrafo, novo paragrafo, próximo parágrafo`),
      marked('bullet', 'plain', '-', `marcador, novo marcador, novo item, próximo item`),
      marked('capitals', 'plain', 'word', `tudo em maiúsculas, tudo maiúsculo, em maiúsculas, maiúsculas`),
      marked('capitals', 'plain', 'on', `ativar maiúsculas, início maiúsculas`),
      marked('capitals', 'plain', 'off', `desativar maiúsculas, fim maiúsculas`),
      marked(
        'back',
        'doubtful',
        '',
        `
        apaga isso, apague isso, apagar isso, risca isso, exclua isso, desfazer, desfaz isso
      `,
      ),
    ],
    owners: listed(`
      uma, um, a, o, as, os, esta, este, essa, esse, cada, nenhuma, nenhum, minha, meu, sua, seu, nossa, nosso,
      outra, outro, de, da, do, na, no, das, dos, nas, nos, em, com, sem, por, para, ao, à, e, ou, nem, que, como,
      palavra, é, são, era, dois, duas, três, quatro, uns, umas, até, qual, algum, alguma, vários, quero, posso,
      pode, deve, há, tem, qualquer, põe, coloque, colocar, falta, faltou, faltava, entre, use, usar, pelo, pela,
      sinal, muita, num, numa, sobre, ganhou, perdeu, muitos, pôr, bater, bateu
    `),
    adjectives: listed(`
      grande, primeira, primeiro, última, último, segunda, segundo, longa, longo, pequeno, pequena, mesmo, mesma,
      bom, boa, mau, má, só, melhor, novo, nova, enorme, simples, única, único, terceiro, terceira, bendita, famoso,
      eterna
    `),
    followers: listed(`
      de, da, do, para, em, com, que, é, era, tem, e, ou, dos, das, morto, fraco, forte, cego, turístico,
      facultativo, flutuante, final, importante, importantes, por, entre, sobre, a, ao, no, na, percentuais,
      positivo, alto, baixo, fracos, fortes, cardeais, depois, antes, está, muda, deveria, essencial, principal,
      chave, onde, feito, cruz, se, não, foi, certo, separa, deve, pode, fica, ficou, à, crítico, comercial, nos, o,
      os, as, negativo, comum, nevrálgico, fixo, cheio
    `),
    sayers: listed(`disse, diz, disseram, perguntou`),
    small: listed(`
      o, a, os, as, um, uma, e, mas, ou, porque, que, quando, se, como, eu, você, ele, ela, nós, eles, este, esta,
      isso, isto, meu, minha, seu, sua, nosso, ao, à, de, do, da, em, no, na, com, para, por, sem, sobre, é, são,
      está, estão, qual, onde, quem, obrigado, obrigada, depois, então, também, não, sim, já, te, me, lhe, amanhã,
      hoje, ontem, tudo, espero, preciso, tenho, pode, segue
    `),
  },
  fillers: {
    sounds: listed(`hã, ãh, hum, ahn, hãã, ãhn`),
    doubtful: listed(`eh, éé, hm, hmm, sabe`),
    phrases: listed(`quer dizer, digo`),
    phraseFollowers: listed(`que, o, isso`),
    definitions: listed(`é só, é um, é uma, não é, significa`),
    commaBefore: listed(`mas, porém`),
    owners: listed(`
      o, um, palavra, diz, dizer, disse, e, ou, de, sem, tantos, os, muitos, com, como
    `),
    doubled: listed(`
      o, a, os, as, um, uma, de, em, e, mas, que, eu, com, para, meu, minha, do, da, no, na, é, porque
    `),
    restarts: listed(`
      eu, o, a, os, as, um, uma, em, de, que, é, se, não, para, com, me, no, na, a
    `),
  },
};
