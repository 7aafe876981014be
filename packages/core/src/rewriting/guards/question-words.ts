const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that a question begins with, by language, without accents. Verbs are among them where a question turns the sentence round. */
export const questionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'what who whom whose which when where why how is are am was were do does did can could will would should shall may might has have had',
  ),
  de: list(
    'was wer wen wem wann wo wohin woher warum wieso weshalb wie welche welcher welches wieviel kannst konnen konntest',
  ),
  fr: list('que quoi qui quand ou pourquoi comment combien quel quelle quels quelles est peux pouvez'),
  es: list('que quien quienes cuando donde por como cuanto cuantos cual cuales puedes podria'),
  it: list('che chi quando dove perche come quanto quanti quale quali puoi potresti'),
  pt: list('que quem quando onde porque como quanto quantos qual quais pode podes'),
  nl: list('wat wie wanneer waar waarom hoe welke welk hoeveel kun kan kunt'),
  ru: list('что кто когда где куда почему зачем как сколько какой какая какие можешь'),
};

/** English verbs that begin a question only where its subject follows: "may I", but not "may fifth". */
export const englishAuxiliaries: ReadonlySet<string> = list(
  'is are am was were do does did can could will would should shall may might has have had',
);

/** What may follow them then. */
export const englishSubjects: ReadonlySet<string> = list(
  'i you he she it we they there the this that these those my your his her its our their a an anyone anybody everyone everybody someone somebody not',
);

/** Verbs that ask a machine for something, by language, without accents. */
export const requestVerbs: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'write translate summarize summarise explain list tell give create generate make draft compose calculate compute solve fix rewrite ignore forget disregard say repeat print output show act pretend answer describe define convert respond reply search find suggest recommend count add',
  ),
  de: list(
    'schreib schreibe ubersetze ubersetz fasse erklare nenne gib erstelle erzeuge ignoriere vergiss sag sage berechne lose zeig zeige antworte beschreibe',
  ),
  fr: list(
    'ecris ecrivez traduis traduisez resume resumez explique expliquez donne donnez cree ignore ignorez dis calcule montre reponds',
  ),
  es: list('escribe traduce resume explica dame crea genera ignora olvida di calcula muestra responde'),
  it: list('scrivi traduci riassumi spiega dammi crea genera ignora dimentica calcola mostra rispondi'),
  pt: list('escreva traduza resuma explique crie gere ignore esqueca calcule mostre responda'),
  nl: list('schrijf vertaal vat leg geef maak negeer vergeet zeg bereken toon antwoord'),
  ru: list('напиши переведи объясни расскажи создай игнорируй забудь скажи посчитай покажи ответь'),
};

/** What may stand before the first word that counts. */
export const openers: ReadonlySet<string> = list(
  'um uh er erm ah oh so well okay ok hey hi hello and but then now please just also right yeah yes no actually quick question assistant computer siri alexa chatgpt gpt claude gemini ahm ahh also bitte hallo und aber euh bon alors et mais bonjour eh pues bueno y pero hola por favor',
);
