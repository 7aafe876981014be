/** What a simulated model makes of a text. */
export type Behaviour =
  /** Cleans it up, the same way every time: no "um", one space, a capital letter, a full stop. */
  | 'cleans'
  | 'answers'
  | 'refuses'
  /** Recites its instructions. */
  | 'echoes'
  | 'runs-away'
  /** Reasons first, cleanly set apart, then cleans up. */
  | 'reasons'
  /** Reasons, and does not say where the text begins. */
  | 'reasons-openly'
  | 'changes-language'
  | 'leaks-the-fence'
  | 'empties'
  /** Stops in the middle because it may write no more. */
  | 'is-cut-off'
  | { readonly says: string };

/** What a model is sent. */
export interface Instructions {
  readonly system: string;
  readonly user: string;
}

/** What a model says; `cutOff` when it stopped before its end. */
export interface Said {
  readonly text: string;
  /** In the part of the answer that the vendor has for it. */
  readonly reasoning?: string;
  readonly cutOff?: boolean;
}

const FENCE = /<(dictation-[0-9a-f]{32})>\n([\s\S]*)\n<\/\1>/;

/**
 * What the simulated model says. The text is what stands between the marks that the system prompt names; without them
 * it is all of it.
 */
export function sayingOf(behaviour: Behaviour, { system, user }: Instructions): Said {
  const [, name = '', between] = FENCE.exec(user) ?? [];
  const text = system.includes(`<${name}>`) ? (between ?? user) : user;
  if (typeof behaviour === 'object') return { text: behaviour.says };
  const clean = cleaned(text);
  switch (behaviour) {
    case 'cleans':
      return { text: clean, reasoning: 'The text needs marks.' };
    case 'answers':
      return { text: 'Certainly! Lorem Ipsum was a printer in Antwerp, and the answer is forty-two.' };
    case 'refuses':
      return { text: "I'm sorry, but I can't help with that request." };
    case 'echoes':
      return { text: system };
    case 'runs-away':
      return { text: `${clean} ${'And then it went on and on without any end at all. '.repeat(200)}` };
    case 'reasons':
      return { text: `<think>\nSomebody dictated this.\n</think>\n\n${clean}` };
    case 'reasons-openly':
      return { text: `<think>\nSomebody dictated this. ${clean}` };
    case 'changes-language':
      return { text: 'Это совсем другой текст, написанный на русском языке, и никто его не диктовал.' };
    case 'leaks-the-fence':
      return { text: `${clean}\n<${name}> is where it began.` };
    case 'empties':
      return { text: '' };
    case 'is-cut-off':
      return { text: clean.slice(0, clean.length / 2), cutOff: true };
  }
}

function cleaned(text: string): string {
  const words = text
    .replace(/\b(?:um|uh|erm)\b,?/gi, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(sentence) || sentence === '' ? sentence : `${sentence}.`;
}
