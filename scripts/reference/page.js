// Runs in the reader's browser, inside the printed page. Without it the page is whole, only longer.
(() => {
  const chosen = 'quoth-docs-language';
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const element = (name, properties = {}) => Object.assign(document.createElement(name), properties);
  // A file opened from disk may be refused storage.
  const remembered = () => {
    try {
      return localStorage.getItem(chosen);
    } catch {
      return null;
    }
  };
  const remember = (language) => {
    try {
      localStorage.setItem(chosen, language);
    } catch (error) {
      console.info('The choice of language cannot be kept.', error);
    }
  };

  const tabs = [];
  const choose = (language) => {
    for (const tab of tabs) {
      const isChosen = tab.language === language;
      tab.button.setAttribute('aria-selected', String(isChosen));
      tab.button.tabIndex = isChosen ? 0 : -1;
      tab.panel.hidden = !isChosen;
    }
  };
  const chooseAt = (button, language) => {
    // What stands above changes its height; the tab stays under the finger.
    const before = button.getBoundingClientRect().top;
    choose(language);
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
    remember(language);
  };
  all('.examples').forEach((box, number) => {
    const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Language' });
    const buttons = all('.panel', box).map((panel) => {
      const { language } = panel.dataset;
      const name = panel.querySelector('h4').textContent;
      panel.id = `panel-${number}-${language}`;
      panel.role = 'tabpanel';
      const button = element('button', {
        type: 'button',
        role: 'tab',
        textContent: name,
        id: `tab-${number}-${language}`,
      });
      button.setAttribute('aria-controls', panel.id);
      panel.setAttribute('aria-labelledby', button.id);
      button.addEventListener('click', () => chooseAt(button, language));
      tabs.push({ language, button, panel });
      return button;
    });
    list.append(...buttons);
    list.addEventListener('keydown', (event) => {
      const at = buttons.indexOf(document.activeElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (to === undefined || at < 0) return;
      event.preventDefault();
      const next = buttons[(to + buttons.length) % buttons.length];
      next.focus();
      next.click();
    });
    box.querySelector('.panel').before(list);
  });
  const known = tabs.map(({ language }) => language);
  choose(known.includes(remembered()) ? remembered() : known[0]);

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = element('textarea', { value: text });
      document.body.append(area);
      area.select();
      const isCopied = document.execCommand('copy');
      area.remove();
      return isCopied;
    }
  };
  const copyButton = (label, title, text) => {
    const button = element('button', { type: 'button', textContent: label, title });
    button.addEventListener('click', async () => {
      button.textContent = (await copy(text())) ? 'Copied' : 'Select it and copy';
      setTimeout(() => {
        button.textContent = label;
      }, 1500);
    });
    return button;
  };
  for (const figure of all('.snippet')) {
    const code = figure.querySelector('pre').textContent;
    const preamble = document.getElementById(figure.dataset.preamble ?? '');
    const buttons = element('div', { className: 'copies' });
    if (preamble) {
      const whole = () => `${preamble.textContent}\n\n${code}\n`;
      buttons.append(copyButton('Copy all', 'With the lines that every example begins with', whole));
    }
    buttons.append(copyButton('Copy', 'Copy these lines', () => `${code}\n`));
    figure.append(buttons);
  }

  const filter = document.getElementById('filter');
  const found = document.getElementById('found');
  const links = all('nav a');
  const lists = all('nav details > ul > li');
  const shown = () => links.filter((link) => !link.parentElement.hidden);
  const apply = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const link of links)
      link.parentElement.hidden = !words.every((word) => link.dataset.search.includes(word));
    for (const list of lists) list.hidden = all('a', list).every((link) => link.parentElement.hidden);
    const count = shown().length;
    found.textContent =
      words.length === 0 ? '' : count === 0 ? 'Nothing has these words.' : `${count} of ${links.length}`;
  };
  filter.addEventListener('input', apply);
  filter.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      filter.value = '';
      apply();
    }
    const [first] = shown();
    if (event.key === 'Enter') first?.click();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      first?.focus();
    }
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    document.querySelector('nav details').open = true;
    filter.focus();
  });
  document.querySelector('.filter').hidden = false;

  // On a narrow screen the contents would push everything else away.
  const contents = document.querySelector('nav details');
  const isNarrow = matchMedia('(max-width: 59.99rem)');
  const fold = () => {
    contents.open = !isNarrow.matches;
  };
  isNarrow.addEventListener('change', fold);
  fold();
  contents.addEventListener('click', (event) => {
    if (isNarrow.matches && event.target.closest('a')) contents.open = false;
  });

  const places = new Map(links.map((link) => [link.hash.slice(1), link]));
  const mark = (link) => {
    for (const other of links) if (other !== link) other.removeAttribute('aria-current');
    if (link.hasAttribute('aria-current')) return;
    link.setAttribute('aria-current', 'true');
    if (!isNarrow.matches) link.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const watch = new IntersectionObserver(
    (entries) => {
      const entry = entries.find(({ isIntersecting }) => isIntersecting);
      if (entry) mark(places.get(entry.target.id));
    },
    { rootMargin: '0px 0px -85% 0px' },
  );
  for (const id of places.keys()) watch.observe(document.getElementById(id));

  document.documentElement.classList.add('scripted');
})();
