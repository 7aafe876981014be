import {
  type Advice,
  type ApiServerState,
  adviceIn,
  type Finding,
  type Message,
  type Notice,
  type Said,
  say,
  type WyomingState,
  withAdvice,
  withFix,
} from '@quoth/contract';
import { controlOf, type Handler, json } from '../handler.ts';

export const examineDesktop: Handler = async (_context, app) =>
  json({
    ok: true,
    // What dictation lacks: it does without an icon, which many desktops do not show.
    findings: (await controlOf(app).desktopFindings()).filter(
      ({ id, status }) => status !== 'ok' && id !== 'tray',
    ),
  });

export const examine: Handler = async (_context, app) => {
  const { application } = app;
  await application?.apiServer.restoreDiscovery();
  // First: the notices then tell what it has found.
  const found = await app.core.examine();
  const own = application
    ? [
        ...(await application.desktopFindings()),
        apiServerFinding(application.apiServer.state()),
        wyomingFinding(application.wyoming.state()),
        ...(await application.state()).notices.map(noticeFinding),
      ]
    : [];
  return json({ ok: true, findings: [...found, ...own] });
};

/** A lasting condition, such as a locked keyring, a paused action or a model file that cannot be used. */
function noticeFinding(notice: Notice): Said<Finding> {
  const title = [say('notice')];
  if (notice.level === 'info')
    return withAdvice({ id: notice.id, status: 'ok' }, { title, detail: noticeAdvice(notice) });
  const finding = withAdvice(
    { id: notice.id, status: 'warning' },
    { title, detail: adviceIn(notice, 'message') },
  );
  return withFix(finding, adviceIn(notice, 'hint'));
}

/** The address of the local API, or why it is not the one that the user chose. */
function apiServerFinding({ enabled, running, port, notices }: ApiServerState): Said<Finding> {
  const state = running && port !== null ? say('apiOnAt', { port }) : say('listenerOff');
  const status = isWrong(notices) || enabled !== running ? 'warning' : 'ok';
  return withAdvice(
    { id: 'local-api', status },
    { title: [say('apiServer')], detail: stateAnd(state, notices) },
  );
}

/** The port of the Wyoming listener, or why it is not on although the user wants it. */
function wyomingFinding({ enabled, running, port, notices }: WyomingState): Said<Finding> {
  const state = running ? say('wyomingOnAt', { port }) : say('listenerOff');
  const status = isWrong(notices) || enabled !== running ? 'warning' : 'ok';
  return withAdvice({ id: 'wyoming', title: 'Wyoming', status }, { detail: stateAnd(state, notices) });
}

const isWrong = (notices: readonly Notice[]) => notices.some(({ level }) => level === 'warning');

function stateAnd(state: Message, notices: readonly Notice[]): Advice {
  return [state, ...notices.flatMap(noticeAdvice)];
}

function noticeAdvice(notice: Notice): Advice {
  return [...adviceIn(notice, 'message'), ...adviceIn(notice, 'hint')];
}
