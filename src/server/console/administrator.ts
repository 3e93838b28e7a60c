import type { ReadTx, Store, UserRow } from '../../ports/store.ts';
import { code } from '../../wire/envelope.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { LoginSession } from '../kernel/request.ts';
import type { Core } from '../kernel/core.ts';

/** Aborts a transaction: the caller is not an administrator, or no longer one. */
class NoAdministrator extends Error {}

/** Aborts as well: this administrator must turn on two-step login first (CONSOLE-10). */
class NoSecondStep extends Error {}

/** Returns the administrator behind this login; null if the user is not one. */
async function administratorOf(tx: ReadTx, session: LoginSession, nowMs: number): Promise<UserRow | null> {
  const login = await tx.tokens.byHash(session.token, nowMs);
  const user = login?.user === session.user ? await tx.users.byId(session.user) : null;
  return user?.active === true && user.role !== 0 ? user : null;
}

/** This server demands two-step login of administrators, and this one has not switched it on. */
async function lacksSecondStep(tx: ReadTx, user: UserRow['id']): Promise<boolean> {
  const { adminSecondStep = false } = (await tx.config.get()).config.sysInfo;
  return adminSecondStep && (await tx.secondSteps.get(user))?.isOn !== true;
}

/**
 * The store for an administrator: each read and each command first checks, in its own transaction, that they
 * still are one. A former administrator changes and sees nothing (CONSOLE-2).
 */
export function administratorStore(
  { store, clock }: Pick<Core, 'store' | 'clock'>,
  session: LoginSession,
): Store {
  const proved = async <T>(tx: ReadTx, work: () => Promise<T>): Promise<T> => {
    if (!(await administratorOf(tx, session, clock.nowMs()))) throw new NoAdministrator();
    if (await lacksSecondStep(tx, session.user)) throw new NoSecondStep();
    return work();
  };
  return {
    write: (work, foretold) => store.write((tx) => proved(tx, () => work(tx)), foretold),
    read: (work) => store.read((tx) => proved(tx, () => work(tx))),
    readLong: (work) =>
      store.readLong
        ? store.readLong((tx, turn) => proved(tx, () => work(tx, turn)))
        : store.read((tx) => proved(tx, () => work(tx, () => Promise.resolve()))),
    epoch: () => store.epoch(),
    close: () => Promise.resolve(),
  };
}

/** The refusal for non-administrators; any other error is rethrown. */
export function administratorRefusal(error: unknown): Refusal {
  if (error instanceof NoAdministrator) return new Refusal('noPermission');
  if (error instanceof NoSecondStep) return new Refusal('needSecondStep', { code: code.noSecondStep });
  throw error;
}
