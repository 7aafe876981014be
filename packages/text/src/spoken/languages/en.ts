import { listed, marked, type SpokenLanguage, tensOf, valued } from '../grammar.ts';

export const en: SpokenLanguage = {
  numbers: {
    words: valued(`
      zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12,
      thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20,
      thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90
    `),
    multipliers: {
      hundred: 100,
    },
    scales: valued(`
      thousand 1000, million 1000000, billion 1000000000, trillion 1000000000000
    `),
    wordScale: 1000000,
    joins: [['and', 100, 100]],
    hasTeenHundreds: true,
    articles: listed(`one`),
    digits: {
      oh: 0,
      o: 0,
    },
    repeats: {
      double: 2,
      triple: 3,
    },
    ordinals: valued(`
      first 1, second 2, third 3, fourth 4, fifth 5, sixth 6, seventh 7, eighth 8, ninth 9, tenth 10, eleventh 11,
      twelfth 12, thirteenth 13, fourteenth 14, fifteenth 15, sixteenth 16, seventeenth 17, eighteenth 18,
      nineteenth 19, twentieth 20, thirtieth 30, fortieth 40, fiftieth 50, sixtieth 60, seventieth 70, eightieth 80,
      ninetieth 90
    `),
    doubtfulOrdinals: listed(`the, second, third, fourth, fifth, sixth, seventh, eighth, ninth`),
    ordinalMarks: [
      [/(?:11|12|13)$/, 'th'],
      [/1$/, 'st'],
      [/2$/, 'nd'],
      [/3$/, 'rd'],
      [/$/, 'th'],
    ],
    points: {
      point: '.',
      dot: '.',
    },
    decimal: '.',
    group: ',',
    percent: listed(`percent, per cent`),
    percentMark: '%',
    currencies: {
      dollar: '$',
      dollars: '$',
      bucks: '$',
      euro: '€',
      euros: '€',
      pounds: '£',
      yen: '¥',
      'us dollars': 'US$',
    },
    weights: {
      words: listed(`pounds`),
      of: 'of',
      price: 'for',
      money: listed(`
        cost, costs, price, prices, priced, pay, pays, paid, paying, payment, spend, spends, spent, spending, worth,
        owe, owes, owed, charge, charges, charged, fee, fees, fined, buy, bought, sell, sells, sold, earn, earns,
        earned, budget, salary, wage, wages, rent, deposit, loan, lend, lent, borrow, borrowed, cash, money, savings,
        discount, cheaper, tax, refund, invoice, donation, donate, donated, profit, cheque, transfer, transferred,
        dollars, euros, pence
      `),
      verbs: listed(`
        weigh, weighs, weighed, weighing, lose, loses, lost, losing, gain, gains, gained, gaining, lift, lifts, lifted,
        lifting
      `),
    },
    minor: listed(`cent, cents, pence, p`),
    minorJoins: listed(`and`),
    money: '$#',
    groupsMoney: true,
    keptBefore: listed(`odd, something, and a bit`),
    shares: listed(`of, in`),
    measures: listed(`
      kilometers, kilometer, kilometres, km, meters, meter, metres, centimeters, centimetres, millimeters,
      millimetres, miles, inches, kilograms, kilos, kilo, kg, grams, milligrams, liters, litres, milliliters,
      millilitres, gallons, ounces, degrees, gigabytes, megabytes, kilobytes, terabytes, bytes, bits, watts,
      kilowatts, volts, amps, hertz, megahertz, gigahertz, milliseconds, square meters, square feet, hectares,
      acres, pixels, calories, tonnes
    `),
    labels: listed(`
      version, page, chapter, room, gate, platform, channel, section, figure, table, item, exit, route, highway,
      level, python, windows, ios, android, release
    `),
    operators: listed(`times, plus, minus, equals`),
    partOf: listed(`of`),
    ranges: listed(`to, or, and`),
    months: listed(`
      january, february, march, april, may, june, july, august, september, october, november, december
    `),
    dates: {
      ordinal: true,
      of: 'of',
      monthFirst: true,
    },
    times: {
      hours: [],
      at: listed(`at, by, until, till, before, after, around`),
      halves: listed(`am, pm, a.m., p.m., o'clock, a m, p m`),
      form: 'H:M',
      past: listed(`past, to`),
    },
    hasYearPairs: true,
    idioms: listed(`
      one of, no one, one another, one by one, twenty four seven, fifty fifty, forty winks, catch twenty two,
      nine to five, ten to one, hundred to one, million to one, twenty questions, at sixes and sevens,
      the eleventh hour, eleventh hour, seven eleven, ten out of ten, ten four, twenty twenty vision, two by four,
      one two three, million dollar, ten a penny, one in a million, one or two, two or three, dime a dozen,
      sixty four thousand dollar question, the ten commandments, ten commandments, twelve days of christmas,
      roaring twenties, seven deadly sins, nine lives, one to ten, ninth inning, fifteen minutes of fame, eleven o,
      hang ten, big ten, fourteenth amendment, at one point, on all fours, point one, ten gallon, twelve step,
      four by four
    `),
    spelling: {
      below: listed(`
        zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
        sixteen, seventeen, eighteen, nineteen
      `),
      tens: tensOf(`twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety`),
      join: '-',
      exact: { 100: 'one hundred' },
      labels: listed(
        `number, step, question, line, type, episode, season, part, volume, issue, day, week, grade, option, task, apartment, building, floor, track, lane, bus, area, phase, case, unit, lesson, exercise, appendix, category, score, minute`,
      ),
    },
  },
  marks: {
    words: [
      marked('inner', 'plain', ',', `comma, conma`),
      marked('end', 'sure', '.', `full stop`),
      marked('end', 'doubtful', '.', `period`),
      marked('end', 'sure', '?', `question mark`),
      marked('end', 'sure', '!', `exclamation mark, exclamation point, explanation mark`),
      marked('inner', 'doubtful', ':', `colon`),
      marked('inner', 'plain', ';', `semicolon, semi colon, semi-colon, semicolin`),
      marked('dash', 'doubtful', '–', `dash`),
      marked('open', 'sure', '“', `open quote, open quotes, open quotation marks, begin quote`),
      marked('close', 'sure', '”', `close quote, close quotes, close quotation marks, end quote, unquote`),
      marked(
        'open',
        'sure',
        '(',
        `
        open bracket, open brackets, open parenthesis, open parentheses, open paren
      `,
      ),
      marked(
        'close',
        'sure',
        ')',
        `
        close bracket, close brackets, close parenthesis, close parentheses, close paren, closed bracket,
        closed parenthesis
      `,
      ),
      marked('line', 'plain', '', `new line, newline, new-line, next line`),
      marked('paragraph', 'plain', '', `new paragraph, next paragraph`),
      marked('bullet', 'plain', '-', `bullet point, billet point, new bullet, next bullet, bullet`),
      marked('capitals', 'plain', 'word', `all caps`),
      marked('capitals', 'plain', 'on', `all caps on, caps lock on`),
      marked('capitals', 'plain', 'off', `all caps off, caps lock off`),
      marked('back', 'doubtful', '', `scratch that, delete that, undo that, strike that, undo`),
    ],
    owners: listed(`
      a, an, the, this, that, these, those, my, your, his, her, its, our, their, one, another, any, each, every,
      some, no, of, with, without, by, in, as, word, sign, called, is, was, were, are, be, been, like, add, insert,
      put, use, used, using, type, write, remove, delete, need, needs, say, said, says, saying, and, or, between,
      two, three, don't, can, will, could, should, would, must, can't, won't, into, after, missing, misplaced,
      which, whole
    `),
    adjectives: listed(`
      big, huge, giant, final, last, extra, single, double, closing, long, short, second, first, large, small,
      little, stray, serial, oxford, inverted, entire, new, brand, right, wrong, same, only, whole, trial, grace,
      deep, silver, magic, mad, hundred-meter, third, key, main, trailing, upside-down, blank, complete, dead,
      sudden, ascending, transverse, em, en, stray, rubber, opening, tiny
    `),
    followers: listed(`
      of, for, in, from, with, that, which, is, was, has, will, item, items, break, breaks, character, characters,
      cancer, drama, splice, after, before, on, over, hangs, between, at, butterfly, and, or, should, would, can,
      could, are, were, key, itch, train, wound, hole, proof, list, lists, button, means, does, to, next, journal,
      shaped, if, as, must, may, need, look, have
    `),
    sayers: listed(`said, says, asked`),
    small: listed(`
      the, a, an, and, but, or, so, if, when, while, because, that, this, these, those, it, he, she, we, you, they,
      my, your, his, her, our, their, how, what, where, who, why, which, in, on, at, to, from, for, with, by, of,
      is, are, was, were, do, does, did, can, could, will, would, please, thank, thanks, then, there, here, not, no,
      yes, as, also, still, just
    `),
  },
  fillers: {
    sounds: listed(`um, umm, uhm, uh, uhh, erm, uhmm`),
    doubtful: listed(`er, hmm, hm, mm, eh, you know`),
    phrases: listed(`i mean`),
    phraseFollowers: listed(`that, what, who, it, how`),
    definitions: listed(`is a, is an, is the, is not, means`),
    commaBefore: listed(`although`),
    owners: listed(`
      the, a, an, word, say, says, said, saying, every, many, no, any, of, and, or, like, as, called, your, my, his,
      her, without, sound, write, with
    `),
    doubled: listed(`
      the, a, an, i, we, they, and, but, my, our, their, your, to, of, i'm, it's, because, if, with
    `),
    restarts: listed(`
      i, we, they, he, she, you, the, it, this, a, there, i'm, it's, my, in, to, if, do, can
    `),
  },
};
