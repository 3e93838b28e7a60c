import type * as v from 'valibot';
import { userId } from '../../../domain/ids.ts';
import type { eraseAccount as eraseCall } from '../../../wire/calls/accounts.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import { erasingLimits as limits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { checkOldPassword, ownRow } from '../auth/own-account.ts';
import type { SignedIn } from '../context.ts';
import { beginErasing, finishErasing } from './erase-account.ts';
import { isFirstAdministrator } from '../../../domain/permissions.ts';

/** Facts a user needs before deciding (DATA-5). */
export async function getOwnData({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const me = await core.store.read((tx) => tx.users.byId(session.user));
  const erasable = !isFirstAdministrator(me) && !core.config().demonMode ? 1 : 0;
  return { data: { words: core.settings.erasedWords ?? 'stay', erasable } };
}

/** All logins end with the answer; a job does the rest, without a waiting request (DATA-5). */
export async function eraseOwn(
  context: SignedIn,
  { password }: v.InferOutput<typeof eraseCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  if (core.config().demonMode) return new Refusal('demoMode');
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  if (isFirstAdministrator(me)) return new Refusal('firstStays');
  const refusal = await checkOldPassword(context, me, password);
  if (refusal) return refusal;
  const { user } = session;
  const erasure = { user, words: core.settings.erasedWords ?? 'stay', by: `user ${user}` } as const;
  await command(core, (tx, record) => beginErasing(tx, record, erasure));
  return {};
}

/** All of them, one after another; what fails in one holds up no other. */
export async function finishErasures(core: Core, rows: RowRetries = NO_RETRIES): Promise<void> {
  const files = async () => core.uploads?.files ?? null;
  const transact: Parameters<typeof finishErasing>[0]['transact'] = (work) => command(core, work);
  for (let after = userId(0); ;) {
    const from = after;
    const users = await core.store.read((tx) => tx.erasing.unfinished(from, limits.atOnce));
    for (const user of users) {
      after = user;
      await rows.attempt(user, () => finishErasing({ ...core, transact, files }, user));
    }
    if (users.length < limits.atOnce) return;
  }
}

/** Completes erasures requested by users, and those that a node or command left unfinished. */
export function startFinishingErasures(core: Core): StopJob {
  const rows = new FailedRows(core, 'an account was not erased');
  return startJob(core, {
    rows,
    failed: 'accounts were not erased',
    waitMs: () => limits.lookMs,
    atOnce: true,
    work: () => finishErasures(core, rows),
  });
}
