import type { Core, Dictations, LiveAudio, Transcriptions } from './declarations/index.ts';

/** Core as the program of an action sees it: the same, but what it records or transcribes triggers no action. */
export function coreForAction(core: Core): Core {
  const { transcriptions, liveAudio, dictations } = core;
  const submit: Transcriptions['submit'] = (source, options, context) =>
    transcriptions.submit(source, options, { ...context, byAction: true });
  const begin: LiveAudio['begin'] = (options, context) =>
    liveAudio.begin(options, { ...context, byAction: true });
  return {
    ...core,
    liveAudio: replaced(liveAudio, { begin }),
    transcriptions: replaced(transcriptions, { submit }),
    ...(dictations && {
      dictations: replaced(dictations, {
        start: (body, signal) => dictations.start({ ...body, byAction: true }, signal),
      } satisfies Partial<Dictations>),
    }),
  };
}

/** The same object with other methods; the rest is called on itself, as classes with private fields need. */
function replaced<Part extends object>(part: Part, methods: Partial<Part>): Part {
  return new Proxy(part, {
    get: (target, name) => {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Part];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
