import { listed, marked, type SpokenLanguage, tensOf, valued } from '../grammar.ts';

export const fr: SpokenLanguage = {
  numbers: {
    words: valued(`
      zéro 0, un 1, une 1, deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, dix 10, onze 11,
      douze 12, treize 13, quatorze 14, quinze 15, seize 16, dix sept 17, dix huit 18, dix neuf 19, vingt 20,
      trente 30, quarante 40, cinquante 50, soixante 60, septante 70, huitante 80, octante 80, nonante 90,
      quatre vingt 80, quatre vingts 80
    `),
    multipliers: {
      cent: 100,
      cents: 100,
    },
    scales: valued(`
      mille 1000, million 1000000, millions 1000000, milliard 1000000000, milliards 1000000000
    `),
    wordScale: 1000000,
    joins: [
      ['et', 10, 2],
      ['et', 60, 12],
    ],
    articles: listed(`un, une, neuf`),
    digits: {},
    repeats: {},
    ordinals: valued(`
      premier 1, première 1, unième 1, deuxième 2, troisième 3, quatrième 4, cinquième 5, sixième 6, septième 7,
      huitième 8, neuvième 9, dixième 10, onzième 11, douzième 12, treizième 13, quatorzième 14, quinzième 15,
      seizième 16, dix septième 17, dix huitième 18, dix neuvième 19, vingtième 20, trentième 30, quarantième 40,
      cinquantième 50, soixantième 60, centième 100
    `),
    doubtfulOrdinals: [],
    ordinalMarks: [
      [/^premier /, 'er'],
      [/^première /, 're'],
      [/$/, 'e'],
    ],
    points: {
      virgule: ',',
      point: '.',
    },
    decimal: ',',
    group: '\u00a0',
    percent: listed(`pour cent, pourcent`),
    percentMark: '\u00a0%',
    currencies: {
      euro: '€',
      euros: '€',
      dollar: '$',
      dollars: '$',
      "d'euros": '€',
      'francs suisses': 'CHF',
      yens: 'yens',
    },
    minor: listed(`centime, centimes, cents`),
    minorJoins: listed(`et`),
    money: '#\u00a0$',
    groupsMoney: true,
    keptBefore: listed(`et quelques`),
    shares: listed(`sur`),
    romanBeside: listed(`siècle, siècles`),
    measures: listed(`
      kilomètres, kilomètre, km, mètres, centimètres, millimètres, kilos, kilogrammes, kg, grammes, milligrammes,
      litres, centilitres, millilitres, degrés, gigaoctets, mégaoctets, octets, watts, kilowatts, volts, ampères,
      hertz, mégahertz, gigahertz, millisecondes, mètres carrés, hectares, pixels, calories, tonnes
    `),
    labels: listed(`
      version, page, chapitre, chambre, porte, quai, voie, canal, section, figure, tableau, numéro, article, salle,
      python, windows
    `),
    operators: listed(`fois, plus, moins, égale, égal`),
    ranges: listed(`à, ou, et`),
    months: listed(`
      janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre
    `),
    dates: {
      ordinal: false,
      of: '',
    },
    times: {
      hours: listed(`heure, heures`),
      at: listed(`à, vers, avant, dès, jusqu'à`),
      halves: [],
      form: 'H\u00a0h\u00a0M',
      minutes: listed(`minute, minutes`),
      whole: 'at',
    },
    phonePairs: true,
    idioms: listed(`
      une fois, un par un, une par une, un à un, une à une, un ou deux, une ou deux, deux ou trois, un deux trois,
      sur son trente et un, trente six chandelles, quatre à quatre, en deux mots, cent pour cent,
      les quatre cents coups, quatre cents coups, mille et une nuits, mille fois, un million de fois, louis quatorze, louis quinze, louis seize,
      vingt quatre heures sur vingt quatre, sept jours sur sept, tous les trente six du mois, dix sur dix,
      les dix commandements, dix commandements, fois plus, fois moins, faire les cent pas, deux points,
      neuf fois sur dix, quatre vingts ans, onze novembre, quatorze juillet, quinze jours, à quatre mains,
      midi à quatorze heures, numéro un, en mille morceaux, trois quarts, le cinq à sept, cinq à sept,
      douze coups de minuit, sept nains, douze travaux, de plus
    `),
    spelling: {
      below: listed(`
        zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze, seize,
        dix-sept, dix-huit, dix-neuf
      `),
      tens: [...tensOf(`vingt, trente, quarante, cinquante, soixante`), [80, 'quatre-vingt']],
      join: '-',
      exact: { 71: 'soixante et onze', 80: 'quatre-vingts', 100: 'cent' },
      inflected: /^[2-68]1$/,
      labels: listed(
        `ligne, étape, question, type, épisode, saison, partie, tome, volume, jour, semaine, tâche, bâtiment, étage, piste, bus, phase, cas, leçon, exercice, annexe, paragraphe, point, années, appartement`,
      ),
    },
  },
  marks: {
    words: [
      marked('inner', 'plain', ',', `virgule`),
      marked('end', 'doubtful', '.', `point`),
      marked('end', 'sure', '.', `point final`),
      marked('end', 'sure', '\u00a0?', `point d'interrogation`),
      marked('end', 'sure', '\u00a0!', `point d'exclamation`),
      marked('inner', 'doubtful', '\u00a0:', `deux points, deux-points`),
      marked('inner', 'sure', '\u00a0;', `point virgule, point-virgule`),
      marked('dash', 'doubtful', '–', `tiret`),
      marked(
        'open',
        'sure',
        '«\u00a0',
        `
        ouvrez les guillemets, ouvrir les guillemets, ouvre les guillemets, guillemets ouvrants, ouvrir guillemets,
        ouvrez guillemets
      `,
      ),
      marked(
        'close',
        'sure',
        '\u00a0»',
        `
        fermez les guillemets, fermer les guillemets, ferme les guillemets, guillemets fermants, fermer guillemets,
        fermez guillemets
      `,
      ),
      marked(
        'open',
        'sure',
        '(',
        `
        ouvrez la parenthèse, ouvrir la parenthèse, ouvre la parenthèse, parenthèse ouvrante, ouvrez parenthèse,
        ouvrir parenthèse
      `,
      ),
      marked(
        'close',
        'sure',
        ')',
        `
        fermez la parenthèse, fermer la parenthèse, ferme la parenthèse, parenthèse fermante, fermez parenthèse,
        fermer parenthèse
      `,
      ),
      marked('line', 'plain', '', `nouvelle ligne, retour à la ligne`),
      marked('line', 'doubtful', '', `à la ligne`),
      marked('paragraph', 'plain', '', `nouveau paragraphe, paragraphe suivant`),
      marked('bullet', 'plain', '-', `nouvelle puce, puce`),
      marked('capitals', 'plain', 'word', `tout en majuscules, en majuscules, majuscules`),
      marked('capitals', 'plain', 'on', `majuscules activées, début majuscules, activer majuscules`),
      marked('capitals', 'plain', 'off', `majuscules désactivées, fin majuscules, désactiver majuscules`),
      marked(
        'back',
        'doubtful',
        '',
        `
        efface ça, effacez ça, supprime ça, supprimez ça, annule ça, annuler, efface cela
      `,
      ),
    ],
    owners: listed(`
      un, une, la, le, les, des, du, cette, ce, ces, cet, chaque, aucune, aucun, ma, mon, ta, ton, sa, son, notre,
      votre, leur, de, aller, revenir, retour, au, aux, à, en, par, sans, avec, pour, sur, dans, et, ou, mot, signe,
      comme, est, sont, était, quel, quelle, deux, trois, plusieurs, quelques, d'une, d'un, l'autre, mettre, mettez,
      mets, ajouter, ajoutez, ajoute, tout, va, veux, peux, peut, dois, faut, toute, entre, dit, appelle, passer,
      passe, passez, pêche, écrit, écrire, écris
    `),
    adjectives: listed(`
      grande, grand, gros, grosse, petite, petit, dernière, dernier, première, premier, bonne, bon, mauvais,
      mauvaise, simple, seul, seule, double, autre, quatrième, deuxième, troisième, nouveau, nouvelle, bel, énorme,
      même, vilaine, second, seconde, éternel, fameux, fameuse
    `),
    followers: listed(`
      de, du, des, pour, dans, avec, qui, que, est, était, a, et, ou, sur, entre, après, avant, par, sont, en,
      flottante, commun, faible, fort, mort, culminant, cardinal, cardinaux, électronique, noir, noirs, important,
      positif, sensible, précis, à, essentiel, essentiels, importants, au, bleu, rouge, bas, d'eau, d'orgue,
      d'honneur, d'appui, d'ancrage, n'est, était, devrait, sépare, le, la, ce, si, savante, faibles, forts,
      communs, d'attache, suffit, ne, peut, manque, suivante, suivant, d'imprimerie, accentuées
    `),
    sayers: listed(`dit, dit-il, dit-elle, disait, demanda, demanda-t-il, demanda-t-elle`),
    small: listed(`
      le, la, les, un, une, des, du, de, et, mais, ou, donc, car, que, qui, quand, si, comme, je, tu, il, elle, on,
      nous, vous, ils, elles, ce, cette, ces, mon, ma, mes, ton, votre, notre, à, au, aux, en, dans, avec, pour,
      par, sur, sans, est, sont, comment, où, pourquoi, merci, bien, puis, ensuite, alors, aussi, ne, pas, c'est,
      j'ai, j'arrive, voici, voilà, demain, hier
    `),
  },
  fillers: {
    sounds: listed(`euh, heu, euhh, hum`),
    doubtful: listed(`hm, hmm, tu vois, vous voyez`),
    phrases: listed(`je veux dire, disons`),
    phraseFollowers: listed(`que, ce, qui, comment`),
    definitions: listed(`n'est pas, n'est qu'un, est un, veut dire`),
    commaBefore: listed(`mais`),
    owners: listed(`
      le, un, des, mot, dit, dire, disait, dis, et, ou, de, sans, ces, ses, tes, les, son, chaque, aucun, trop,
      avec, par, comme
    `),
    doubled: listed(`
      je, le, la, les, un, une, de, des, et, mais, il, elle, on, mon, ma, pour, dans, que, avec, c'est, du, au, en
    `),
    restarts: listed(`
      je, on, il, elle, le, la, les, un, une, c'est, tu, ce, de, dans, pour, j'ai, si, en
    `),
  },
};
