// Runs in the reader's browser, inside the printed page. Without it the page is whole, and lacks its filter and the buttons that copy.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const element = (name, properties) => Object.assign(document.createElement(name), properties);

  const copyButton = (label, title, text) => {
    const button = element('button', { type: 'button', textContent: label, title });
    button.addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      button.textContent = isCopied ? 'Copied' : 'Select it and copy';
      setTimeout(() => {
        button.textContent = label;
      }, 1500);
    });
    return button;
  };
  for (const code of all('pre')) {
    const own = code.textContent;
    const [language] = code.classList;
    // The lines of OpenAI's client stand second.
    const preambles = all(`pre.preamble.${language}`);
    const preamble = /\bopenai\./.test(own) ? preambles.at(-1) : preambles[0];
    const buttons = element('div', { className: `copies ${code.className}` });
    if (!preambles.includes(code))
      buttons.append(
        copyButton(
          'Copy all',
          'With the lines that every example begins with',
          `${preamble.textContent}\n\n${own}\n`,
        ),
      );
    buttons.append(copyButton('Copy', 'Copy these lines', `${own}\n`));
    code.after(buttons);
  }

  const filter = document.getElementById('filter');
  const entries = all('nav li').map((line) => {
    const section = document.getElementById(line.firstChild.hash.slice(1));
    return { line, text: section.textContent.toLowerCase() };
  });
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { line, text } of entries) line.hidden = !words.every((word) => text.includes(word));
    const shown = entries.filter(({ line }) => !line.hidden).length;
    document.getElementById('found').textContent =
      words.length === 0 ? '' : shown === 0 ? 'Nothing has these words.' : `${shown} of ${entries.length}`;
  });
  filter.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') document.querySelector('nav li:not([hidden]) a')?.click();
    if (key !== 'Escape') return;
    filter.value = '';
    filter.dispatchEvent(new Event('input'));
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    filter.focus();
  });
  filter.parentElement.hidden = false;
})();
