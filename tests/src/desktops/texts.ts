/** What people write, and what goes wrong with it. */
export const texts: readonly { readonly title: string; readonly text: string }[] = [
  { title: 'one word', text: 'quoth' },
  { title: 'lines', text: 'one line,\nand another\nand a third.' },
  { title: 'umlauts', text: 'Grüße aus Öhringen, heiß und süß: „schön“ – für 5 €.' },
  { title: 'Cyrillic', text: 'Съешь же ещё этих мягких французских булок.' },
  { title: 'CJK', text: '漢字とかな、한국어, 中文。' },
  { title: 'emoji', text: 'Fine 👍🏽, thanks 👨‍👩‍👧 🇩🇪.' },
  { title: '5,000 characters', text: 'All work, äöü. '.repeat(334).slice(0, 5_000) },
];
