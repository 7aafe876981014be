import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ApiServer } from '@quoth/api-server';
import {
  createNamedTokenBody,
  type Discovery,
  finalStatuses,
  type NamedToken,
  type Scope,
} from '@quoth/contract';
import { type Clock, type Core, type DictationPorts, silentLogger, theUser } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { tinyModel, tinySpeech } from '../support/running-application.ts';

/** Synthetic speech, which the tiny model knows. */
export const speech = readFileSync(tinySpeech);

/** A program with a named token of its own. */
export interface Program {
  readonly token: string;
  readonly named: NamedToken;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  json(path: string, init?: RequestInit): Promise<{ status: number; body: Body }>;
  send(
    method: string,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): ReturnType<Program['json']>;
}

type Body = Record<string, unknown> & {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
};

/** The real core and the real public port in this process, on a data folder of its own. */
export class StartedApi {
  readonly home: string;
  readonly core: Core;
  readonly server: ApiServer;
  readonly discovery: Discovery;
  #programs = 0;

  private constructor(home: string, core: Core, server: ApiServer) {
    this.home = home;
    this.core = core;
    this.server = server;
    this.discovery = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
  }

  /**
   * On a data folder of before, where `home` names one; by the application's own clock and patience where others are
   * not given.
   */
  static async start({
    clock,
    home = mkdtempSync(join(tmpdir(), 'quoth-named-tokens-')),
    earlyHeadersMs,
    dictation,
    realtime,
    simulatedCloud,
    model,
  }: {
    readonly clock?: Clock;
    readonly home?: string;
    readonly earlyHeadersMs?: number;
    /** A machine with a microphone; without one it cannot work. */
    readonly dictation?: DictationPorts;
    /** Other bounds of realtime sessions than those of the contract. */
    readonly realtime?: ConstructorParameters<typeof ApiServer>[0]['realtime'];
    /** Where the stand-ins of providers are found. */
    readonly simulatedCloud?: string;
    /** A model of the tests by its name, in the default mode. */
    readonly model?: 'quoth-test-en';
  } = {}): Promise<StartedApi> {
    const core = await createTestCore(home, {
      dataFolder: join(home, 'data'),
      ...(clock && { clock }),
      ...(dictation && { dictation }),
      ...(simulatedCloud !== undefined && { simulatedCloud }),
    });
    if (model) {
      await core.modelFiles.import({ kind: 'path', path: tinyModel }, new AbortController().signal);
      for (const { id, isDefault } of core.modes.list())
        if (isDefault) await core.modes.update(id, { model }, theUser);
    }
    const server = new ApiServer({
      core,
      logger: silentLogger,
      ...(earlyHeadersMs !== undefined && { earlyHeadersMs }),
      ...(realtime && { realtime }),
    });
    await server.switch(true, true);
    return new StartedApi(home, core, server);
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.discovery.port}${path}`;
  }

  /** Who holds the token of the discovery file. */
  get user(): Omit<Program, 'named'> {
    return this.#caller(this.discovery.token);
  }

  async program(scopes: readonly Scope[], body: object = {}): Promise<Program> {
    const name = `program ${++this.#programs}`;
    const { token, named_token } = await this.core.namedTokens.create(
      createNamedTokenBody.parse({ name, scopes, ...body }),
    );
    return { ...this.#caller(token ?? ''), named: named_token };
  }

  /** A recording with a text, and its id. */
  async recordingOf(caller: Pick<Program, 'json'>, headers: Record<string, string> = {}): Promise<string> {
    const { body } = await caller.json('/transcribe?save=true', {
      method: 'POST',
      headers: { 'content-type': 'audio/wav', ...headers },
      body: speech,
    });
    if (typeof body.recording_id !== 'string') throw new Error(JSON.stringify(body));
    return body.recording_id;
  }

  async settled(id: string): Promise<string> {
    for (;;) {
      const { status } = await this.core.recordings.get(id, theUser);
      if (finalStatuses.includes(status)) return status;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Whether the recording's row says that the program of an action had it made. */
  isByAction(id: string): boolean {
    using database = new DatabaseSync(join(this.core.dataFolder, 'quoth.db'), { readOnly: true });
    const row = database.prepare('SELECT options FROM recordings WHERE id = ?').get(id);
    return (JSON.parse(String(row?.options)) as { byAction?: boolean }).byAction === true;
  }

  /** The same data, as the next run of the application finds it. */
  async restarted(): Promise<StartedApi> {
    await this.server.close();
    await this.core.close();
    return StartedApi.start({ home: this.home });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.core.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  #caller(token: string): Omit<Program, 'named'> {
    const call = (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(this.url(path), { ...init, headers });
    };
    const json = async (path: string, init: RequestInit = {}) => {
      const response = await call(path, init);
      return { status: response.status, body: (await response.json()) as Body };
    };
    return {
      token,
      fetch: call,
      json,
      send: (method, path, body, headers = {}) =>
        json(path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
    };
  }
}
