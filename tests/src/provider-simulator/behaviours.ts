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

/** What a simulated model makes of a text, given it cleaned up, the instructions, and the name of the fence. */
const behaviours = {
  /** Cleans it up, the same way every time: no "um", one space, a capital letter, a full stop. */
  cleans: (clean) => ({ text: clean, reasoning: 'The text needs marks.' }),
  answers: () => ({ text: 'Certainly! Lorem Ipsum was a printer in Antwerp, and the answer is forty-two.' }),
  refuses: () => ({ text: "I'm sorry, but I can't help with that request." }),
  /** Recites its instructions. */
  echoes: (_, system) => ({ text: system }),
  'runs-away': (clean) => ({
    text: `${clean} ${'And then it went on and on without any end at all. '.repeat(200)}`,
  }),
  /** Reasons first, cleanly set apart, then cleans up. */
  reasons: (clean) => ({ text: `<think>\nSomebody dictated this.\n</think>\n\n${clean}` }),
  /** Reasons, and does not say where the text begins. */
  'reasons-openly': (clean) => ({ text: `<think>\nSomebody dictated this. ${clean}` }),
  'changes-language': () => ({
    text: 'Это совсем другой текст, написанный на русском языке, и никто его не диктовал.',
  }),
  'leaks-the-fence': (clean, _, name) => ({ text: `${clean}\n<${name}> is where it began.` }),
  empties: () => ({ text: '' }),
  /** Stops in the middle because it may write no more. */
  'is-cut-off': (clean) => ({ text: clean.slice(0, clean.length / 2), cutOff: true }),
} satisfies Record<string, (clean: string, system: string, name: string) => Said>;

export type Behaviour = keyof typeof behaviours | { readonly says: string };

const FENCE = /<(dictation-[0-9a-f]{32})>\n([\s\S]*)\n<\/\1>/;

/**
 * What the simulated model says. The text is what stands between the marks that the system prompt names; without them
 * it is all of it.
 */
export function sayingOf(behaviour: Behaviour, { system, user }: Instructions): Said {
  if (typeof behaviour === 'object') return { text: behaviour.says };
  const [, name = '', between] = FENCE.exec(user) ?? [];
  const text = system.includes(`<${name}>`) ? (between ?? user) : user;
  return behaviours[behaviour](cleaned(text), system, name);
}

function cleaned(text: string): string {
  const words = text
    .replace(/\b(?:um|uh|erm)\b,?/gi, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(sentence) || sentence === '' ? sentence : `${sentence}.`;
}
