/** One fault that is written into a copy of the code, and the tests that have to notice it. */
export interface Mutation {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  readonly tests: readonly string[];
}

type Change = readonly [text: string, replacement: string];

function mutations(file: string, tests: readonly string[], changes: readonly Change[]): readonly Mutation[] {
  return changes.map(([text, replacement]) => ({ file, text, replacement, tests }));
}

const api = 'packages/api-server/src';
const core = 'packages/core/src';
const gateway = 'apps/gateway/src';
const desktop = 'apps/desktop/src';

/** Faults that would lose what somebody said, let a stranger in, charge twice or write a wrong word, in every room. */
export const allMutations: readonly Mutation[] = [
  // Who may call.
  ...mutations(
    `${api}/http/guard.ts`,
    [`${api}/listeners/control-socket.test.ts`, 'tests/src/who-may-call.e2e.test.ts'],
    [
      ['      hosts.includes(host.toLowerCase()) &&\n', ''],
      [
        "(origin === undefined || (origins.includes(origin) && !isRepeated(request, 'origin'))) &&",
        'true &&',
      ],
      [
        "if (host !== 'localhost' || origin !== undefined || site !== undefined)",
        "if (host !== 'localhost')",
      ],
    ],
  ),
  ...mutations(
    `${api}/listeners/window-sessions.ts`,
    [`${api}/listeners/window-sessions.test.ts`],
    [["if (this.#now() - session.madeAt > CODE_MS) return { state: 'unknown', token: null };", '']],
  ),
  ...mutations(
    `${api}/listeners/control-socket.ts`,
    [`${api}/listeners/control-socket.test.ts`],
    [["if ((mode & 0o077) !== 0) throw new Error('other users can enter it');", '']],
  ),
  ...mutations(
    `${core}/base/connection-owner.ts`,
    ['packages/wyoming/src/wyoming-server.test.ts'],
    [['if (isOwnConnection(socket, ask)) return;', 'if (!socket.destroyed) return;']],
  ),
  ...mutations(
    `${api}/build-app.ts`,
    ['tests/src/named-tokens/scopes-of-routes.test.ts'],
    [['if (missing !== undefined) throw forbiddenScope(missing);', '']],
  ),
  ...mutations(
    'packages/contract/src/scopes.ts',
    ['tests/src/contract/scopes.test.ts'],
    [
      [
        'if (!choices.some((choice) => held.has(choice))) return choices[0];',
        'if (held.size === 0) return choices[0];',
      ],
    ],
  ),
  ...mutations(
    `${core}/callers.ts`,
    ['tests/src/named-tokens/scopes-of-routes.test.ts', 'tests/src/named-tokens/own-recordings.test.ts'],
    [
      ['if (only !== undefined && (await maker()) !== only)', 'if (only === maker)'],
      [
        "if (caller.program && (await maker()) !== caller.program.tokenId) need(caller, 'history.write');",
        '',
      ],
    ],
  ),
  ...mutations(
    `${core}/named-tokens/named-token-store.ts`,
    [
      `${core}/named-tokens/named-token-store.test.ts`,
      'tests/src/ask-to-speak/hostile-asking.test.ts',
      'tests/src/ask-to-speak/ask-to-speak.test.ts',
    ],
    [
      ['return known && !this.#hasExpired(known) ? known.identity : undefined;', 'return known?.identity;'],
      ["if (record === 'never') this.#recordEnded(row.id);", ''],
    ],
  ),
  ...mutations(
    `${api}/events.ts`,
    [`${api}/events.test.ts`],
    [
      ['return liveTextForPrograms && event.private !== true;', 'return liveTextForPrograms;'],
      ['if (this.#readers.size < this.#maxReaders) return;', 'return;'],
      ['if (reader.sink.queuedBytes() + frame.length <= this.#maxQueueBytes) {', 'if (frame.length > 0) {'],
    ],
  ),
  ...mutations(
    'packages/client/src/node/trust.ts',
    [
      'packages/client/src/node/find-server.test.ts',
      'packages/client/src/node/control-socket.test.ts',
      'packages/client/src/node/data-folder.test.ts',
    ],
    [
      [
        'return given.length === expected.length && timingSafeEqual(given, expected);',
        'return given.length === expected.length;',
      ],
      ["if ((mode & WRITABLE_BY_OTHERS) !== 0) throw refused(path, 'can be changed by other users');", ''],
    ],
  ),
  ...mutations(
    'packages/client/src/reconnecting-transport.ts',
    ['packages/client/src/reconnecting-transport.test.ts'],
    [['if (!mayRepeat(request, cause)) throw cause;', '']],
  ),

  // What strangers' bytes may cost.
  ...mutations(
    'packages/http/src/body.ts',
    ['packages/http/src/body.test.ts'],
    [
      ["if (bytes > maxBytes) throw refuse({ kind: 'too-large', maxBytes });", ''],
      ["if (this.#used + bytes - counted > totalBytes) throw refuse({ kind: 'no-memory' });", ''],
      ['this.#used -= counted;', ''],
    ],
  ),
  ...mutations(
    'packages/http/src/form.ts',
    [`${api}/http/body.test.ts`, `${gateway}/http/bodies.test.ts`],
    [['if (truncated || fieldBytes > limits.fieldBytes) owner.abort(tooMuch());', '']],
  ),
  ...mutations(
    'packages/http/src/server.ts',
    ['packages/http/src/server.test.ts'],
    [
      ['if (requests > limits.inFlight) socket.destroy();', 'if (requests < 0) socket.destroy();'],
      [
        'if (now - entry.movedAt > stalledMs) socket.destroy();',
        'if (now < entry.movedAt) socket.destroy();',
      ],
    ],
  ),
  ...mutations(
    'packages/text/src/json-budget.ts',
    ['tests/src/text/json-budget.test.ts'],
    [
      ["if (this.#depth > this.#maxDepth) throw new JsonBudgetExceeded('depth');", ''],
      ["if (this.#values > this.#maxValues) throw new JsonBudgetExceeded('values');", ''],
    ],
  ),
  ...mutations(
    `${api}/http/json-audio.ts`,
    [`${api}/http/json-audio.test.ts`],
    [['if (reader.restBytes > limits.jsonBodyBytes) throw tooMuchJson();', '']],
  ),
  ...mutations(
    'packages/audio/src/decode/limited-process.ts',
    ['packages/audio/src/decode/limited-process.test.ts', 'packages/audio/src/decode/audio-decoder.test.ts'],
    [
      ['else if (!starvation.isStarved()) kill(stalled());', ''],
      ['return use?.isReady === true && use.usedMs - this.#usedMs < this.#stalledMs / 2;', 'return false;'],
    ],
  ),
  ...mutations(
    'packages/audio/src/decode/wav-and-aiff.ts',
    ['packages/audio/src/wav.test.ts', 'packages/audio/src/decode/audio-decoder.test.ts'],
    [
      ['if (channels < 1 || channels > 64 || sampleRate < 1)', 'if (channels < 1)'],
      ['const known = !UNKNOWN_SIZES.includes(length) && body + length <= size;', 'const known = true;'],
    ],
  ),
  ...mutations(
    `${core}/intake/named-files.ts`,
    [`${core}/intake/audio-intake.test.ts`],
    [
      ['if (isInside(path, policy.dataFolder)) return false;', ''],
      ['if (place === undefined || !isAbsolute(place) || !isAllowed(place, policy)) throw notAllowed();', ''],
    ],
  ),
  ...mutations(
    `${core}/intake/audio-intake.ts`,
    [`${core}/intake/audio-intake.test.ts`],
    [['if (bytes + chunk.length > this.#maxBytes) {', 'if (chunk.length > this.#maxBytes) {']],
  ),
  ...mutations(
    `${core}/models/gguf-header.ts`,
    [`${core}/models/gguf-header.test.ts`, `${core}/models/model-library.test.ts`],
    [['if (tensors > MAX_TENSORS || entries > MAX_ENTRIES)', 'if (tensors < 0)']],
  ),
  ...mutations(
    'packages/wyoming/src/event-reader.ts',
    ['packages/wyoming/src/event-reader.test.ts'],
    [
      [
        'if (this.#heldBytes + line.length > limits.wyomingHeaderBytes)',
        'if (line.length > limits.wyomingHeaderBytes)',
      ],
      ['if (payloadBytes > limits.wyomingPayloadBytes)', 'if (payloadBytes < 0)'],
    ],
  ),
  ...mutations(
    'packages/wyoming/src/session-machine.ts',
    ['packages/wyoming/src/session-machine.test.ts'],
    [['if (bytes > limits.wyomingAudioSeconds * rate * width * channels)', 'if (bytes < 0)']],
  ),
  ...mutations(
    'packages/bridge/src/output-file.ts',
    ['packages/bridge/src/output-file.test.ts'],
    [
      ['if (isInside(join(base, way), own)) throw refused("This is Quoth\'s own folder.");', ''],
      ["if (folded.some((part) => part.startsWith('.')))", "if (folded.some((part) => part === '.git'))"],
      ["if (isInstructionFile(parts.at(-1) ?? ''))", "if ((parts.at(-1) ?? '') === '')"],
      ["if (there && ifExists === 'fail') throw alreadyThere();", ''],
    ],
  ),
  ...mutations(
    'packages/bridge/src/message-lines.ts',
    ['packages/bridge/src/message-lines.test.ts'],
    [['const isTooLong = this.#heldBytes > this.#maxBytes;', 'const isTooLong = false;']],
  ),

  // Nothing that was accepted is lost.
  ...mutations(
    `${core}/recordings/new-recordings.ts`,
    [`${core}/recordings/new-recordings.test.ts`, `${core}/create-core.test.ts`],
    [
      ['    await flushed(database);\n    await read;\n', '    await read;\n'],
      [
        'if (!(await fileExists(to))) {\n      await untilWritten',
        'if (await fileExists(to)) {\n      await untilWritten',
      ],
    ],
  ),
  ...mutations(
    `${core}/recordings/recording-work.ts`,
    [`${core}/recordings/recording-work.test.ts`],
    [
      [
        "const ended: RecordingStatus = before.transcribed_text !== null ? 'completed' : status;",
        'const ended: RecordingStatus = status;',
      ],
      [
        "    .where('id', '=', work.id)\n    .where('work_run', '=', work.run)\n    .executeTakeFirst();\n  if (numUpdatedRows === 0n) throw superseded();\n  statusChanged",
        "    .where('id', '=', work.id)\n    .executeTakeFirst();\n  if (numUpdatedRows === 0n) throw superseded();\n  statusChanged",
      ],
      ['    if (numUpdatedRows === 0n) throw superseded();\n', ''],
    ],
  ),
  ...mutations(
    `${core}/recordings/trash.ts`,
    [`${core}/recordings/trash.test.ts`],
    [
      ["(query) => query.where('deleted_ms', '<=', before ?? 0)", '(query) => query'],
      ['if (!isInProgress(id)) await moveToTrash', 'await moveToTrash'],
    ],
  ),
  ...mutations(
    `${core}/transcription/idempotent-requests.ts`,
    [`${core}/transcription/idempotent-requests.test.ts`],
    [
      ['      refuseOther(known.fingerprint, key.fingerprint);\n', ''],
      ['        if (!before.work.isAbandoned) return await before.work.wait(signal);\n', ''],
      ['hashOf(madeBy === undefined ?', "hashOf(madeBy !== '' ?"],
    ],
  ),
  ...mutations(
    `${core}/transcription/jobs.ts`,
    [`${core}/transcription/jobs.test.ts`],
    [['if (admitted < this.#maxWaiting() + width) return;', 'return;']],
  ),
  ...mutations(
    `${core}/transcription/job-runner.ts`,
    [`${core}/transcription/job-runner.test.ts`, `${core}/transcription/transcriptions.test.ts`],
    [
      ['if (job.saved) await completeWork(recordings, job, finished.record, job.webhooks);', ''],
      [
        "const status = error.code === 'CANCELLED' ? 'cancelled' : 'failed';",
        "const status = 'failed' as const;",
      ],
      ['if (error instanceof Shutdown) {', 'if (error === undefined) {'],
    ],
  ),
  ...mutations(
    `${core}/database/open-database.ts`,
    [`${core}/database/open-database.test.ts`],
    [
      ['if (last) await copy(last.name);', ''],
      [
        "if (executed.length > known) throw new Error('corrupted migrations: a newer version ran more of them');",
        '',
      ],
      ['if (connection.hasWritten) await this.#log?.flush();', ''],
      ['chmodSync(path, 0o600);', ''],
    ],
  ),
  ...mutations(
    `${core}/database/migrations.ts`,
    [`${core}/database/open-database.test.ts`],
    [
      [
        "    WHERE status = 'completed' AND error_code IS NOT NULL`",
        "    WHERE status = 'completed' AND error_code IS NULL`",
      ],
      [
        "`UPDATE modes SET fields = json_set(fields, '$.model', 'auto')",
        "`UPDATE modes SET fields = json_set(fields, '$.model', 'none')",
      ],
      [
        "INSERT INTO recording_index (recording_index, rank) VALUES ('secure-delete', 1)",
        "INSERT INTO recording_index (recording_index, rank) VALUES ('secure-delete', 0)",
      ],
    ],
  ),
  ...mutations(
    `${core}/backup/check-database.ts`,
    [`${core}/backup/backup.test.ts`],
    [['if (schemaOf(database) !== expected) throw notWhole();', '']],
  ),
  ...mutations(
    `${core}/backup/backup-archive.ts`,
    [`${core}/backup/backup.test.ts`],
    [['if (file?.size !== size || file.sha256 !== sha256) throw notWhole();', '']],
  ),
  ...mutations(
    `${core}/dictation/recording-machine.ts`,
    [`${core}/dictation/recording-machine.test.ts`],
    [
      ["if (recordedMs >= MAX_RECORDING_MS) return 'limit';", ''],
      ["return silentMs >= FORGOTTEN_MS ? 'forgotten' : undefined;", 'return undefined;'],
      [
        "return ended(state, state.stoppedAt === undefined ? event.ending : 'stopped');",
        'return ended(state, event.ending);',
      ],
    ],
  ),
  ...mutations(
    `${core}/dictation/processing-machine.ts`,
    [`${core}/dictation/processing-machine.test.ts`],
    [
      [
        "if (first?.phase !== 'delivering' || first.isSent) return { list, effects };",
        "if (first?.phase !== 'delivering') return { list, effects };",
      ],
    ],
  ),
  ...mutations(
    `${core}/dictation/question-machine.ts`,
    [`${core}/dictation/question-machine.test.ts`],
    [
      ["if (openQuestion(state)) return { state, effects: [], refusal: { why: 'busy' } };", ''],
      ['if (lately.length >= limits.questionsPerMinute) {', 'if (lately.length < 0) {'],
    ],
  ),
  ...mutations(
    `${core}/recording-sessions/recording-files.ts`,
    [`${core}/recording-sessions/recording-files.test.ts`, `${core}/dictation/recorder.test.ts`],
    [['const isWritten = !isPrivate && path !== undefined;', 'const isWritten = path !== undefined;']],
  ),
  ...mutations(
    `${core}/recording-sessions/recording-session.ts`,
    [`${core}/dictation/recorder.test.ts`, 'tests/src/live-audio/live-recordings.test.ts'],
    [
      ['const left = this.#options.isPrivate', 'const left = true'],
      ['if (this.#isSuspended) throw new Shutdown(isPrivate ? undefined : id);', ''],
      ["if (isOver && as === 'discarded' && !isPrivate) await files.discard(this.id);", ''],
      ['if (this.#isCancelled) throw cancelled();', ''],
    ],
  ),
  ...mutations(
    `${core}/live-audio.ts`,
    ['tests/src/live-audio/realtime-budgets.test.ts'],
    [['if (recording.length >= limits.liveRecordings) {', 'if (recording.length < 0) {']],
  ),
  ...mutations(
    `${core}/changes.ts`,
    [`${core}/mode-changes.test.ts`],
    [['if (row.undone_ms !== null) {', 'if (row.undone_ms === 0) {']],
  ),

  // What was said, in its words and times.
  ...mutations(
    'packages/text/src/judge-text.ts',
    ['tests/src/text/judge-text.test.ts'],
    [
      ["if (pace > MAX_PACE && letters > 2 * MAX_PACE) return 'too-much';", ''],
      ['const MAX_REPEATS = 3;', 'const MAX_REPEATS = 30;'],
      [
        "return pace < MIN_PACE && spokenSeconds >= MIN_SECONDS ? 'too-little' : undefined;",
        'return undefined;',
      ],
    ],
  ),
  ...mutations(
    'packages/text/src/learned-word.ts',
    ['tests/src/text/learned-word.test.ts'],
    [
      ['if (fresh.every(isKnown) && !hasName) return undefined;', ''],
      [' || !areAlike(before, after)', ''],
      ['if (isLong(one) || isLong(other)) return false;', ''],
      ['numbersOf(heard) !== numbersOf(written)', 'false'],
    ],
  ),
  ...mutations(
    `${core}/transcription/newly-learned.ts`,
    [`${core}/transcription/recording-library.test.ts`],
    [
      ['if (before) return undefined;', ''],
      ['[offer, digestOf([heard])]', '[offer]'],
      ['...spokenTerms(customVocabulary), ', ''],
      [', ...entries.map((entry) => entry.phrase)', ''],
    ],
  ),
  ...mutations(
    'packages/text/src/spoken/numbers.ts',
    ['tests/src/text/spoken.test.ts'],
    [['if (currency && !isScaled && this.#isWeight(tokens, number.at, ofMoney))', 'if (false)']],
  ),
  ...mutations(
    'packages/text/src/spoken/spoken.ts',
    ['tests/src/text/spoken.test.ts'],
    [
      ['if (numbers) open = Math.min(open, this.#numbers.openFrom(tokens));', ''],
      ['lastSentence(tokens, isPartOf), ', ''],
    ],
  ),
  ...mutations(
    'packages/text/src/spoken/fillers.ts',
    ['tests/src/text/spoken.test.ts'],
    [['isQuoted[at] ? 0 : this.#removedAt(tokens, at)', 'this.#removedAt(tokens, at)']],
  ),
  ...mutations(
    'packages/text/src/spoken/marks.ts',
    ['tests/src/text/spoken.test.ts'],
    [["if (!hasMarks(before?.after ?? '') && this.#isOwned(tokens, at)) return false;", '']],
  ),
  ...mutations(
    `${core}/rewriting/text-rules.ts`,
    [`${core}/transcription/job-text-rules.test.ts`],
    [["(place === 'dictation' && source === 'dictation')", "place === 'dictation'"]],
  ),
  ...mutations(
    'packages/text/src/captions.ts',
    ['tests/src/text/captions.test.ts'],
    [
      [
        'if (lines > room.lines || last.word.end - start > MAX_CUE_SECONDS) break;',
        'if (lines > room.lines) break;',
      ],
      [
        'const closed = next !== undefined && next - wanted < SMALL_GAP ? next : wanted;',
        'const closed = wanted;',
      ],
    ],
  ),
  ...mutations(
    'packages/text/src/merge-chunks.ts',
    ['tests/src/text/merge-chunks.test.ts'],
    [['if (seconds === 0) return speech;', 'return speech;']],
  ),
  ...mutations(
    'packages/text/src/agreed-words.ts',
    ['tests/src/text/agreed-words.test.ts'],
    [['agreed = Math.min(agreed, most);', '']],
  ),
  ...mutations(
    'packages/text/src/vocabulary-by-sound.ts',
    ['tests/src/text/vocabulary-by-sound.test.ts'],
    [
      ['if (!best || next - best.distance < MARGIN) return undefined;', 'if (!best) return undefined;'],
      ['return unknown > 0 && span.length === 2 ? SMALL_AND_UNKNOWN : SAME;', 'return SMALL_AND_UNKNOWN;'],
    ],
  ),
  ...mutations(
    `${core}/rewriting/vocabulary.ts`,
    [`${core}/rewriting/text-rules.test.ts`],
    [['if (isInsideWord(characterBefore(text, start), characterAt(text, start))) return undefined;', '']],
  ),
  ...mutations(
    `${core}/rewriting/text-rules.ts`,
    [`${core}/rewriting/text-rules.test.ts`],
    [['if (rules.removeTrailingPeriod) result = withoutTrailingPeriod(result);', '']],
  ),
  ...mutations(
    `${core}/rewriting/post-processing.ts`,
    [`${core}/transcription/destinations.test.ts`],
    [['receivers?.includes(id) ?? true', 'id !== undefined']],
  ),
  ...mutations(
    `${core}/create-core.ts`,
    [`${core}/create-core.test.ts`],
    [['if (guard.mayDelete()) await part();', 'await part();']],
  ),
  ...mutations(
    `${core}/rewriting/guards.ts`,
    [
      `${core}/rewriting/guards.test.ts`,
      `${core}/rewriting/rewriter.test.ts`,
      'tests/src/gateway/rewriting.test.ts',
    ],
    [
      ['rewritten.length > text.length * growth.times + growth.beyond ||\n', ''],
      ['return overlap.kept < asked ||', 'return overlap.kept < 0 ||'],
    ],
  ),
  ...mutations(
    `${core}/engines/chunked-recognition.ts`,
    [`${core}/engines/chunked-recognition.test.ts`],
    [["if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;", '']],
  ),
  ...mutations(
    `${core}/engines/hear-speech.ts`,
    [`${core}/engines/hear-speech.test.ts`],
    [
      [
        "if (fault === 'too-little' && heard && lettersOf(halves.text) <= 1.3 * lettersOf(heard.text))",
        'if (halvings < 0)',
      ],
      ['isWhole ? [] : sparseSegments(heard.segments, spoken).filter((one) => !poor.includes(one))', '[]'],
    ],
  ),
  ...mutations(
    `${core}/engines/transcribe-cpp-recognizer.ts`,
    [`${core}/engines/transcribe-cpp-recognizer.test.ts`],
    [['if (!isDoubtful) return', 'return']],
  ),
  ...mutations(
    `${core}/engines/transcribe-cpp-speech.ts`,
    [`${core}/engines/transcribe-cpp-speech.test.ts`],
    [['within.length > 0 ? within : spoken', 'spoken']],
  ),
  ...mutations(
    `${core}/transcription/cloud-stream.ts`,
    ['tests/src/dictation-streams.test.ts'],
    [['...(doubts.length > 0 && { doubts })', '']],
  ),
  ...mutations(
    `${core}/engines/growing-recognition.ts`,
    [`${core}/engines/growing-recognition.test.ts`],
    [
      [
        'if (this.#position - this.#from >= (sound.growing ? LONGEST : MAX_REST)) await this.#settleLong();\n      else if',
        'if',
      ],
    ],
  ),
  ...mutations(
    `${core}/engines/host-policy.ts`,
    [`${core}/engines/host-policy.test.ts`],
    [['if ((isThere || copies > 1) && size > this.#machine.memory * SHARE_FOR_A_COPY) return false;', '']],
  ),
  ...mutations(
    `${core}/transcription/stable-partial.ts`,
    [`${core}/transcription/stable-partial.test.ts`],
    [['if (!text.startsWith(this.#given)) {', 'if (text.length < this.#given.length) {']],
  ),
  ...mutations(
    `${core}/transcription/language-warning.ts`,
    [`${core}/transcription/language-warning.test.ts`],
    [['if (isOther) {', 'if (isOther && false) {']],
  ),
  ...mutations(
    'packages/audio/src/chunking.ts',
    ['packages/audio/src/chunking.test.ts'],
    [['if (!isCut && length < STREAM.longest) return false;', 'if (!isCut) return false;']],
  ),
  ...mutations(
    'packages/audio/src/voice-activity.ts',
    ['packages/audio/src/voice-activity.test.ts'],
    [
      [
        'start: Math.max(0, Math.floor(start * FRAME_RATIO) - LEAD_FRAMES),',
        'start: Math.floor(start * FRAME_RATIO) - LEAD_FRAMES,',
      ],
    ],
  ),

  // Where it goes.
  ...mutations(
    `${core}/transcription/plan-transcription.ts`,
    [`${core}/transcription/plan-transcription.test.ts`],
    [
      ["if (isLocal || model?.toLowerCase() === 'auto') return undefined;", 'if (isLocal) return undefined;'],
      [
        "if (written && (provider === 'any' || written.provider === provider)) return written;",
        'if (written) return written;',
      ],
    ],
  ),
  ...mutations(
    `${core}/transcription/plan-local.ts`,
    [`${core}/transcription/plan-local.test.ts`, `${core}/transcription/plan-transcription.test.ts`],
    [['if (!knowsLanguage(model, language)) {', 'if (model.languages.length === 0) {']],
  ),
  ...mutations(
    `${core}/providers/health-machine.ts`,
    [`${core}/providers/health-machine.test.ts`],
    [
      ["if (state.credential === 'none') return { state, effects: [refusal(waiter, undefined)] };", ''],
      [
        'return check !== undefined && now >= check.at && now - check.at < RESULT_LIFE_MS;',
        'return check !== undefined;',
      ],
    ],
  ),
  ...mutations(
    'packages/vendors/src/call-error.ts',
    ['packages/vendors/src/call-vendor.test.ts', 'packages/vendors/src/call-error.test.ts'],
    [
      ['return status === 429 || (status >= 500 && status !== 501);', 'return status === 429;'],
      ['return asked <= MAX_WAIT_MS ? asked : undefined;', 'return asked;'],
      ['if (attempt >= retries) return undefined;', ''],
    ],
  ),
  ...mutations(
    'packages/vendors/src/call-vendor.ts',
    ['packages/vendors/src/call-vendor.test.ts', 'tests/src/provider-simulator/speech-faults.test.ts'],
    [
      ["if (bytes > limits.maxBytes) throw new UnreadableReply('too large');", ''],
      [
        "? problem.kind === 'unreachable' && (isRepeatable || wasNotTaken(systemCode(error)))",
        "? problem.kind === 'unreachable'",
      ],
    ],
  ),
  ...mutations(
    `${core}/models/download-file.ts`,
    [`${core}/models/download-file.test.ts`],
    [['if (sha256 !== download.sha256)', 'if (sha256 === undefined)']],
  ),
  ...mutations(
    `${core}/models/download-request.ts`,
    [`${core}/models/download-file.test.ts`],
    [['if (!maySendTo(url, origin))', 'if (url.hostname === "")']],
  ),
  ...mutations(
    `${core}/actions/run-machine.ts`,
    [`${core}/actions/run-machine.test.ts`],
    [
      ['if (interruptions >= MAX_INTERRUPTIONS)', 'if (interruptions < 0)'],
      ["failures >= limits.actionFailures ? 'failures' : null", 'null'],
    ],
  ),
  ...mutations(
    `${core}/actions/stored-actions.ts`,
    ['tests/src/actions.e2e.test.ts'],
    [
      ['planned.url === does.url && ', ''],
      [' && planned.sources.includes(sourceOf(facts)),', ','],
      ['facts) && wasPlanned(action),', 'facts),'],
    ],
  ),
  ...mutations(
    `${core}/actions/append-to-file.ts`,
    [`${core}/actions/append-to-file.test.ts`, `${core}/actions/append-to-full-disk.test.ts`],
    [
      ['if (!isAllowed(path, policy) || (isRoot && isOthers)) throw new NotWritten(OURS);', ''],
      ['if (bytesWritten > 0 && size === before + bytesWritten) await file.truncate(before);', ''],
    ],
  ),
  ...mutations(
    `${core}/actions/post-to-address.ts`,
    [`${core}/actions/post-to-address.test.ts`, `${core}/actions/post-by-https.test.ts`],
    [['if (status >= 300 && status < 400)', 'if (status < 0)']],
  ),
  ...mutations(
    `${desktop}/delivery/pasting.ts`,
    [
      `${desktop}/delivery/pasting.test.ts`,
      `${desktop}/delivery/windows-paste.test.ts`,
      `${desktop}/delivery/mac-paste.test.ts`,
    ],
    [
      ["if (place !== undefined && target.place !== place) return 'focus-moved';", ''],
      ["if (!event.isWhole && open === 0) return { phase: 'not-asked' };", ''],
      ["if (event.type === 'superseded') return { phase: 'superseded' };", ''],
      ["if (typeof target === 'string') return undefined;", ''],
      ['return isNamed ? sending?.key : undefined;', 'return sending?.key;'],
    ],
  ),
  ...mutations(
    `${desktop}/delivery/wayland-delivery.ts`,
    [`${desktop}/delivery/wayland-delivery.test.ts`],
    [
      ["if (receipt.phase !== 'pasted') await this.#owner.host.request('restore', ANSWER_MS);", ''],
      [
        "if (target === ANYWHERE) return place === undefined ? undefined : 'focus-unknown';",
        'if (target === ANYWHERE) return undefined;',
      ],
    ],
  ),
  ...mutations(
    `${desktop}/delivery/windows-paste.ts`,
    [`${desktop}/delivery/windows-paste.test.ts`],
    [["if (isPasswordPrompt(program) || isPasswordField(calls)) return 'password-prompt';", '']],
  ),
  ...mutations(
    `${desktop}/active-application/atspi-application.ts`,
    [`${desktop}/active-application/atspi-application.test.ts`],
    [
      ["toolkit === 'Chromium' || !isWhole", '!isWhole'],
      ["focus?.is !== 'password' && !focus?.isField", 'focus === undefined'],
    ],
  ),
  ...mutations(
    `${desktop}/delivery/gnome-delivery.ts`,
    [`${desktop}/delivery/gnome-delivery.test.ts`],
    [["if (target.focus === 'hidden') return 'cannot-tell';", '']],
  ),
  ...mutations(
    `${desktop}/hotkeys/hotkey-machine.ts`,
    [`${desktop}/hotkeys/hotkey-machine.test.ts`],
    [
      ['if (now - recordingSince > ASK_FROM_MS && !isAsked) {', 'if (now - recordingSince < 0) {'],
      ['now - hold.since >= HELD_MS', 'false'],
    ],
  ),
  ...mutations(
    `${desktop}/hotkeys/key-host.ts`,
    [`${desktop}/hotkeys/key-host.test.ts`],
    [['if (held.some((one) => one.action === action)) return { held, reported: [] };', '']],
  ),

  // Money.
  ...mutations(
    `${gateway}/ledger/ledger.ts`,
    [`${gateway}/ledger/ledger.test.ts`],
    [
      ["if (!row.fingerprint.equals(fingerprint)) return { kind: 'mismatch' };", ''],
      ["if (row.lease_ms > 0) return { kind: 'running', requestId, leaseMs: row.lease_ms };", ''],
      ["if (charge > work.hold) throw new RangeError('A charge is never above what is held.');", ''],
    ],
  ),
  ...mutations(
    `${gateway}/ledger/statements.ts`,
    [`${gateway}/ledger/ledger.test.ts`],
    [
      ['closed_at is null and balance - held >= $3::bigint', 'closed_at is null'],
      [
        "where id = $1::uuid and fence = $2::int and state not in ('completed', 'failed')",
        "where id = $1::uuid and state not in ('completed', 'failed')",
      ],
    ],
  ),
  ...mutations(
    `${gateway}/database/migrations.ts`,
    [`${gateway}/ledger/ledger.test.ts`],
    [
      [
        "where r.id = e.request_id and r.fence = e.fence and r.state not in ('completed', 'failed')",
        "where r.id = e.request_id and r.state not in ('completed', 'failed')",
      ],
    ],
  ),
  ...mutations(
    `${gateway}/ledger/prices.ts`,
    [`${gateway}/ledger/prices.test.ts`],
    [['const longest = milliseconds > minimum ? milliseconds : minimum;', 'const longest = milliseconds;']],
  ),
  ...mutations(
    `${gateway}/relay/chains.ts`,
    [`${gateway}/relay/chains.test.ts`],
    [
      [
        "if (last && !triesNext(last.outcome)) return { kind: 'give-up', because: asFailure(last.outcome) };",
        '',
      ],
      ["if (leftMs < MIN_TRY_MS) return { kind: 'give-up', because: 'deadline' };", ''],
    ],
  ),
  ...mutations(
    `${gateway}/relay/relay.ts`,
    [
      'tests/src/gateway/failover.test.ts',
      'tests/src/gateway/requests.test.ts',
      'tests/src/gateway/failed-settlement.test.ts',
      'tests/src/gateway/lost-answers.test.ts',
    ],
    [["if (claim.kind !== 'running' || monotonic() + pause > until) return claim;", 'return claim;']],
  ),
  ...mutations(
    `${gateway}/http/limits.ts`,
    [`${gateway}/http/limits.test.ts`, 'tests/src/gateway/limits.test.ts'],
    [['if (bucket.working >= Math.max(1, Math.ceil(concurrent / share)))', 'if (bucket.working < 0)']],
  ),
  // Files and settings of the user.
  ...mutations(
    'apps/cli/src/watch/watched-files.ts',
    ['apps/cli/src/watch/watched-files.test.ts'],
    [
      [
        'const isSettled = ({ since }: WatchedFile) => now - since >= settleMs;',
        'const isSettled = ({ since }: WatchedFile) => now >= since;',
      ],
    ],
  ),
  ...mutations(
    'apps/cli/src/watch/transcripts.ts',
    ['apps/cli/src/watch/transcripts.test.ts'],
    [['else (ours ? edited : foreign).push(path);', 'else wanted.push({ format, path, replaces: true });']],
  ),
  ...mutations(
    `${core}/modes.ts`,
    [`${core}/modes.test.ts`],
    [
      [
        'if (before.isDefault && body.isDefault === false) {',
        'if (before.isDefault && body.isDefault === undefined && body.name === null) {',
      ],
    ],
  ),
  ...mutations(
    `${core}/vocabulary/vocabulary.ts`,
    [`${core}/vocabulary/vocabulary.test.ts`],
    [['if (count > limits.vocabularyTerms) return say(', 'if (count < 0) return say(']],
  ),
  ...mutations(
    `${core}/secrets/token-keeper.ts`,
    [`${core}/secrets/token-keeper.test.ts`],
    [["if (!this.#isAbsent(error)) return { token: newToken(), storage: 'memory' };", '']],
  ),
  // Meetings.
  ...mutations(
    'packages/text/src/speakers.ts',
    ['tests/src/text/speakers.test.ts'],
    [
      ['if (echoes >= ECHO_SHARE * own.length) return [];', ''],
      ['Math.abs(one.start - other.start) <= ECHO_S', 'true'],
    ],
  ),
  ...mutations(
    `${core}/dictation/recorder.ts`,
    ['tests/src/meetings.e2e.test.ts'],
    [['if (!this.#options.settings.get().recordMeetings) throw meetingsNotAllowed();', '']],
  ),
  ...mutations(
    `${api}/events.ts`,
    [`${api}/events.test.ts`],
    [['!isSpokenHere(event.source)', "event.source !== 'dictation'"]],
  ),
  ...mutations(
    `${desktop}/sound/players.ts`,
    [`${desktop}/sound/players.test.ts`],
    [["const still = await this.#inStatus(paused, 'Paused');", 'const still = paused;']],
  ),
  // What is said, in every language.
  ...mutations(
    'packages/client/src/quoth-error.ts',
    ['tests/src/languages/messages.test.ts'],
    [['{ ...error, ...messagesIn(body) }', 'error']],
  ),
  ...mutations(
    'packages/contract/src/advice.ts',
    ['tests/src/languages/messages.test.ts'],
    [
      [
        "if (parts === undefined) return [say('asWritten', { text: stored })];",
        'if (parts === undefined) return [];',
      ],
    ],
  ),
  ...mutations(
    'packages/contract/src/checks.ts',
    ['tests/src/contract/checks.test.ts'],
    [["if (typeof own === 'function' && 'said' in own) return (own as CheckError).said;", '']],
  ),
];
