import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';
import * as models from './0002-models.ts';
import * as requestKeys from './0003-request-keys.ts';
import * as providers from './0004-providers.ts';
import * as sourceNames from './0005-source-names.ts';
import * as window from './0006-window.ts';
import * as secureDelete from './0009-secure-delete.ts';
import * as workRuns from './0010-work-runs.ts';
import * as warnings from './0012-warnings.ts';
import * as modelSpeeds from './0013-model-speeds.ts';
import * as namedTokens from './0014-named-tokens.ts';
import * as recordLeaves from './0015-record-leaves.ts';
import * as recordingPrograms from './0016-recording-programs.ts';
import * as actions from './0017-actions.ts';
import * as actionProgramGroups from './0018-action-program-groups.ts';
import * as otherDefault from './0019-other-default.ts';
import * as completedWithoutError from './0020-completed-without-error.ts';

/** Every migration by its number, in order. One that has been released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-models': models,
  '0003-request-keys': requestKeys,
  '0004-providers': providers,
  '0005-source-names': sourceNames,
  '0006-window': window,
  '0009-secure-delete': secureDelete,
  '0010-work-runs': workRuns,
  '0012-warnings': warnings,
  '0013-model-speeds': modelSpeeds,
  '0014-named-tokens': namedTokens,
  '0015-record-leaves': recordLeaves,
  '0016-recording-programs': recordingPrograms,
  '0017-actions': actions,
  '0018-action-program-groups': actionProgramGroups,
  '0019-other-default': otherDefault,
  '0020-completed-without-error': completedWithoutError,
};
