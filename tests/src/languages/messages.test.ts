import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorInBody, type TransportAnswer } from '@quoth/client';
import {
  AppError,
  check,
  englishText,
  errorCodes,
  errorOf,
  failed,
  type Message,
  plainText,
  type Reason,
  reworded,
  say,
  storedAdvice,
  storedError,
  withAdvice,
  withFix,
} from '@quoth/contract';
import { format, type Value } from '@quoth/words';
import { en } from '@quoth/words/en.ts';
import { inOneLine, type Render, renderer, textIn } from '@quoth/words/render.ts';
import fc from 'fast-check';
import * as z from 'zod';

const languages = ['de', 'fr', 'es', 'pt-BR', 'ja'] as const;
const catalogs = await Promise.all(
  languages.map(async (language) => {
    const { words } = (await import(`@quoth/words/${language}.ts`)) as typeof import('@quoth/words/de.ts');
    return [language, words, renderer(words, language)] as const;
  }),
);
const reasons = Object.keys(en) as Reason[];
/** Texts of ours, which users, models, files and vendors may have too: as a name, within one, or as somebody's data. */
const ours = reasons.flatMap((reason) => {
  const text: string | Readonly<Record<string, string>> = en[reason];
  return typeof text === 'string' ? [text] : Object.values(text);
});
const theirText = fc.oneof(
  fc.constantFrom(...ours, 'Microphone', '{model}', "'{'", '{a, plural, other {#}}'),
  fc.string(),
);
/** What comes over the wire to the window. */
const sent = <Body>(body: Body) => JSON.parse(JSON.stringify(reworded('window', body))) as Body;

/** The names in a text that may be filled in with words, and those of numbers. */
const namesIn = (text: string) =>
  [...text.matchAll(/\{(\w+)[,}](?! (?:plural|number))/g)].map(([, name = '']) => name);
const countsIn = (text: string) =>
  [...text.matchAll(/\{(\w+), (?:plural|number)/g)].map(([, name = '']) => name);

/** Their text wherever a text may stand. */
const argsFor = (text: string, theirs: string): Readonly<Record<string, Value>> =>
  Object.fromEntries([
    ...namesIn(text).map((name): [string, Value] => [name, theirs]),
    ...countsIn(text).map((name): [string, Value] => [name, 2]),
  ]);

test('a text of a user, a model, a file or a vendor stays as it is in every language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...reasons), theirText, (reason, theirs) => {
      for (const [language, catalog, render] of catalogs) {
        const args = argsFor(textIn(catalog, reason), theirs);
        const shown = render(
          sent(
            withAdvice(
              { name: theirs, message: '' },
              { message: [{ reason, args }, say('asWritten', { text: theirs })] },
            ),
          ),
        );
        assert.equal(shown.name, theirs);
        const { message = '' }: { readonly message?: string } = shown;
        if (
          theirs.trim() !== theirs ||
          /[。！？]/.test(theirs) ||
          /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(theirs)
        )
          continue;
        assert.ok(message.endsWith(theirs), `${language}: ${message}`);
        const filled = message.split(theirs).length - 1;
        if (theirs !== '' && !textIn(catalog, reason).includes(theirs))
          assert.ok(
            filled >= 1 + Object.values(args).filter((value) => value === theirs).length,
            `${language}: ${message}`,
          );
      }
    }),
  );
});

/** What comes over the wire, as the window shows it. */
type Shown = (body: object) => { readonly message: string; readonly hint: string; readonly fix: string };

/** Each way in which what is said reaches the window or the indicator. */
const ways: Readonly<Record<string, (said: Message, shown: Shown, render: Render) => unknown>> = {
  'an answer or an event of the window': (said, shown) => shown(withAdvice({}, { message: [said] })).message,
  'an event of the indicator': (said, _shown, render) =>
    render(reworded('window', withAdvice({ type: 'remark-made' }, { message: [said] }))).message,
  'an error': async (said, _shown, render) => {
    const error = new AppError('BUSY', { message: said, hint: say('tryAgain') }).toBody();
    const answer = { status: 200, ok: true, headers: new Headers() } as unknown as TransportAnswer;
    const thrown = await errorInBody(sent({ ok: false, error }), answer);
    return render(reworded('window', thrown?.toBody() ?? assert.fail())).message;
  },
  'what to do about an error': (said, shown) =>
    shown(new AppError('BUSY', { message: say('busy'), remedy: [said] }).toBody()).hint,
  'an error that is thrown again': (said, shown) =>
    shown(errorOf(new AppError('BUSY', { message: said }).toBody()).toBody()).message,
  'what fixes a finding': (said, shown) =>
    shown(withFix({ id: 'x' }, [said, say('run', { command: 'quoth start' })])).fix,
  'a stored error': (said, shown) => shown(storedError('BUSY', storedAdvice([said]) ?? '')).message,
  'what is wrong with what was typed': (said, shown) => {
    const checked = check(
      z.string().refine(() => false, failed(said)),
      'typed',
    );
    const problem = checked.success ? assert.fail() : checked.problems[0];
    return shown(withAdvice({}, { message: [problem?.said ?? assert.fail()] })).message;
  },
};

test('what is said is shown the same by whatever way it comes, with what is filled in as it is', async () => {
  const shownReasons = reasons.filter(
    (reason) => reason !== 'run' && englishText({ reason }, 'window') !== '',
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...shownReasons), theirText, async (reason, theirs) => {
      for (const [language, catalog, render] of catalogs) {
        const said = { reason, args: argsFor(textIn(catalog, reason), theirs) };
        const expected = inOneLine(format(textIn(catalog, reason), said, language, () => assert.fail()));
        // Where all of a message is what somebody wrote, an empty text leaves nothing to show.
        fc.pre(expected !== '');
        const shown: Shown = (body) => render(sent(body)) as ReturnType<Shown>;
        for (const [way, show] of Object.entries(ways))
          assert.equal(await show(said, shown, render), expected, `${language}: ${way}`);
      }
    }),
  );
});

test('English that an older version stored is shown as it is in every language', () => {
  fc.assert(
    fc.property(theirText, (stored) => {
      fc.pre(!stored.startsWith('[') && stored === plainText(stored) && stored !== '');
      for (const [language, , render] of catalogs)
        assert.equal(render(sent(storedError('BUSY', stored))).message, inOneLine(stored), language);
    }),
  );
});

test('the usual message of each code, and what it advises in the window, have words in every language', () => {
  for (const code of errorCodes)
    for (const [language, , render] of catalogs) {
      const english = sent(new AppError(code).toBody());
      const shown = render(english);
      assert.notEqual(shown.message, english.message, `${language}: ${code}`);
      if (english.hint !== undefined) assert.notEqual(shown.hint, english.hint, `${language}: ${code}`);
    }
});

test('texts have the American spelling that the labels beside them have', () => {
  assert.deepEqual(
    ours.filter((one) => /\b(?:cancelled|colour|behaviour|favourite)/i.test(one)),
    [],
  );
});

test('between Japanese sentences there is no space', () => {
  assert.equal(inOneLine('保存しました。', undefined, '続けます。'), '保存しました。続けます。');
  assert.equal(inOneLine('Saved.', '', 'Go on.'), 'Saved. Go on.');
});

test('data that looks like messages is shown as it came', () => {
  const message = fc.record({
    reason: fc.constantFrom(...reasons),
    args: fc.dictionary(fc.string(), theirText),
  });
  const lookalike = fc.record(
    { message: theirText, hint: theirText, title: theirText, reason: theirText, args: fc.object() },
    { requiredKeys: [] },
  );
  const hostile = fc.record({
    $messages: fc.dictionary(fc.constantFrom('message', 'title'), fc.array(message)),
  });
  fc.assert(
    fc.property(lookalike, hostile, fc.jsonValue(), (one, other, value) => {
      const body = { rules: [one, { ...one, ...other }], value };
      const expected = JSON.parse(JSON.stringify({ rules: [one, one], value })) as unknown;
      for (const [, , render] of catalogs) assert.deepEqual(render(sent(body)), expected);
    }),
  );
});

test('an error is English on the wire with its reason, and in the language of the window there', () => {
  const error = new AppError('MODEL_NOT_INSTALLED', {
    message: say('modelNotDownloaded', {
      model: 'Microphone',
      why: say('hubBusyFor', { host: 'hub.example', minutes: 2 }),
    }),
    remedy: say('continueDownload', { model: 'a' }),
  });
  const english =
    'Microphone could not be downloaded: hub.example reports too many requests and asks to wait 2 min.';
  assert.equal(error.message, english);
  const body = JSON.parse(JSON.stringify(error.toBody())) as ReturnType<AppError['toBody']>;
  assert.deepEqual(body, {
    code: 'MODEL_NOT_INSTALLED',
    message: english,
    hint: 'quoth models resume a, or quoth models cancel a.',
    reason: 'modelNotDownloaded',
    args: {
      model: 'Microphone',
      why: { reason: 'hubBusyFor', args: { host: 'hub.example', minutes: 2 } },
    },
  });
  const [, , german] = catalogs[0] ?? assert.fail();
  const shown = german(sent({ error: error.toBody() })).error;
  assert.match(shown.message, /^Microphone konnte nicht .* 2 /);
  assert.equal(shown.hint, 'Setzen Sie den Download unter „Modelle“ fort, oder brechen Sie ihn dort ab.');
});

test('an error that is thrown again from its body, and a body with another hint, keep the reason', () => {
  const body = new AppError('BUSY', { message: say('modelInUse', { model: 'a' }) }).toBody();
  const again = errorOf({ ...body, hint: undefined });
  assert.deepEqual([again.said, again.hint], [say('modelInUse', { model: 'a' }), new AppError('BUSY').hint]);
  const [, , german] = catalogs[0] ?? assert.fail();
  const shown = german(sent(withAdvice(body, { hint: [say('copyPrivateText')] })));
  assert.equal(shown.message, 'a wird gerade für eine Transkription verwendet.');
  assert.match(shown.hint, /^Er wird nirgends gespeichert/);
});

test('sizes, languages and lists are written as the reader writes them', () => {
  const [, , german] = catalogs[0] ?? assert.fail();
  const said = (message: Message) => {
    const body = withAdvice({ message: '' }, { message: [message] });
    return [body.message, german(sent(body)).message];
  };
  const bytes = { bytes: 1_600_000_000 };
  assert.deepEqual(
    said(say('notEnoughSpace', { what: say('theseDownloads'), needed: bytes, free: bytes, reserved: bytes })),
    [
      'There is not enough space for these downloads: 1.6 GB needed, 1.6 GB free, of which 1.6 GB are reserved.',
      'Nicht genug Platz für diese Downloads: 1,6 GB nötig, 1,6 GB frei, davon 1,6 GB reserviert.',
    ],
  );
  assert.deepEqual(
    said(say('namedModelNotInstalled', { model: { anyOf: [{ language: 'de' }, { language: 'fr' }] } })),
    ['German or French is not installed.', 'Deutsch oder Französisch ist nicht installiert.'],
  );
});

test('a stored error keeps its reason; an older one its English words, one of a newer version what its code means', () => {
  const error = new AppError('BUSY', { message: say('modelInUse', { model: 'a' }) });
  const stored = JSON.stringify([error.said]);
  assert.equal(storedError('BUSY', stored).reason, 'modelInUse');
  assert.equal(storedError('BUSY', 'a is being used.').message, 'a is being used.');
  for (const unknown of [
    '[{"reason":"ofTomorrow"}]',
    '[{"reason":"modelInUse","args":{"model":{"reason":"ofTomorrow"}}}]',
    '[null]',
  ])
    assert.equal(storedError('BUSY', unknown).message, new AppError('BUSY').message);
});
