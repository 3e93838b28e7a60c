import { callLine, callRecord } from '../../../domain/call.ts';
import { msgId, userOfStream } from '../../../domain/ids.ts';
import { duration, pushLimits as limits } from '../../../domain/limits.ts';
import {
  EVERY_TAG,
  UNSENT_TAG,
  callTag,
  chatTag,
  groupCallTag,
  reminderTag,
} from '../../../domain/notification.ts';
import type { Push, PushKeys, PushManner, PushOutcome } from '../../../ports/push.ts';
import type { ReadTx, Store, WriteTx } from '../../../ports/store.ts';
import type { PushJobRow } from '../../../ports/store/push.ts';
import type { Core, PushService } from '../../kernel/core.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { pushText } from './declarative.ts';
import { type Note, noteMentioned, notesOf } from './receivers.ts';
import { ringAgain, ringNotes } from './ring.ts';
import { unsentNotes } from './unsent-notes.ts';
import { clearing } from './words.ts';

/** Stores what was seen here, then does due pushes. Returns the number of notifications sent. */
export async function pushDue(core: Core, service: PushService): Promise<number> {
  await keepSeen(core);
  const nowMs = core.clock.nowMs();
  // A node that does not return loses the jobs to another one.
  const jobs = await core.store.write((tx) =>
    tx.push.claim(nowMs, nowMs + limits.claimMs, limits.jobsAtOnce),
  );
  let sent = 0;
  for (const job of jobs) {
    try {
      sent += await doJob(core, service, job);
    } catch (error) {
      core.log.write('error', 'a push was not sent', { kind: job.kind, error: String(error) });
      await postpone(core, job);
    }
  }
  return sent;
}

/**
 * Postpones a job, longer each time, then drops it; one that cannot be postponed returns when its claim ends.
 */
async function postpone(core: Core, job: PushJobRow): Promise<void> {
  try {
    await core.store.write(async (tx) => {
      await tryLater(tx, job, job.cid);
      await tx.push.endJob(job.id);
    });
  } catch (error) {
    core.log.write('error', 'a push was not put off', { kind: job.kind, error: String(error) });
  }
}

async function tryLater(tx: WriteTx, job: PushJobRow, cid: string): Promise<void> {
  const wait = limits.againMs[job.tries];
  // A call that rang is over by then.
  if (wait !== undefined && job.kind !== 'call' && job.kind !== 'groupCall')
    await tx.push.insertJob({ ...job, cid, dueMs: tx.nowMs + wait, tries: job.tries + 1 });
}

/** Kinds of pushes that are left out where a visible device has shown the place. */
const WAITS: ReadonlySet<PushJobRow['kind']> = new Set([
  'message',
  'mention',
  'reminder',
  'unsent',
  'groupCall',
]);

/** Places that people here have had on a visible device, for messages that wait for just that. */
async function keepSeen(core: Core): Promise<void> {
  const waiting = await core.store.read((tx) => tx.push.waiting(core.clock.nowMs(), limits.waitingMax));
  const viewers = waiting.flatMap((job) =>
    job.cid === '' && WAITS.has(job.kind)
      ? core.hub.viewersOf(job.stream, job.seq).map((user) => ({ user, stream: job.stream, seq: job.seq }))
      : [],
  );
  if (viewers.length === 0) return;
  const taking = await core.store.read(
    async (tx) =>
      new Set(
        (await tx.push.ofUsers([...new Set(viewers.map(({ user }) => user))], core.clock.nowMs())).map(
          ({ user }) => user,
        ),
      ),
  );
  const worth = viewers.filter(({ user }) => taking.has(user));
  if (worth.length === 0) return;
  await core.store.write(async (tx) => {
    for (const { stream, user, seq } of worth) await tx.push.saveSeen(stream, user, seq);
  });
}

async function doJob(core: Core, service: PushService, job: PushJobRow): Promise<number> {
  const notes = await core.store.read((tx) => currentNotes(tx, job, core.clock.nowMs()));
  const results: { readonly note: Note; readonly outcome: PushOutcome }[] = [];
  for (let at = 0; at < notes.length; at += limits.sendsAtOnce) {
    const part = notes.slice(at, at + limits.sendsAtOnce);
    results.push(
      ...(await Promise.all(
        part.map(async (note) => ({
          note,
          outcome: await service.port.send(
            note.sub,
            pushText(note.text, note.sub, core.settings.publicUrl),
            mannerOf(core, service, job),
          ),
        })),
      )),
    );
  }
  await core.store.write(async (tx) => {
    const currentCids = await currentDevices(tx, job, notes);
    for (const { note, outcome } of results) {
      const { cid } = note.sub;
      if (outcome === 'sent' && isShowing(job)) await noteShown(tx, job, cid, currentCids);
      if (outcome === 'gone') await tx.push.deleteSubscription(cid);
      if (outcome === 'later') await tryLater(tx, job, cid);
    }
    if (job.cid === '' && (job.kind === 'mention' || (job.kind === 'message' && notes.length > 0)))
      await noteMentioned(tx, job, new Set(notes.flatMap(({ sub }) => sub.user ?? [])));
    await ringAgain(tx, job, notes.length > 0);
    await tx.push.endJob(job.id);
  });
  for (const { outcome } of results) core.meter?.push(outcome);
  for (const { outcome } of results)
    if (outcome === 'refused') core.log.write('warn', 'a push service refused a note', { kind: job.kind });
  return results.filter(({ outcome }) => outcome === 'sent').length;
}

const currentNotes = (tx: ReadTx, job: PushJobRow, nowMs: number): Promise<readonly Note[]> =>
  isClearing(job)
    ? clearNotes(tx, job)
    : job.kind === 'unsent'
      ? unsentNotes(tx, job, nowMs)
      : job.kind === 'groupCall'
        ? ringNotes(tx, job, nowMs)
        : notesOf(tx, job, nowMs);

/**
 * Devices that should still show it: the message may have been read or recalled while the pushes were on
 * their way (PUSH-23). Reading the stream locks it on engines with concurrent writers.
 */
async function currentDevices(
  tx: WriteTx,
  job: PushJobRow,
  notes: readonly Note[],
): Promise<ReadonlySet<string>> {
  if (notes.length === 0 || !isShowing(job)) return new Set();
  await tx.streams.get(job.stream);
  return new Set((await currentNotes(tx, job, tx.nowMs)).map(({ sub }) => sub.cid));
}

async function noteShown(
  tx: WriteTx,
  job: PushJobRow,
  cid: string,
  currentCids: ReadonlySet<string>,
): Promise<void> {
  if (currentCids.has(cid)) return tx.push.saveShown(cid, tagOf(job), job.msgId);
  const isChat = tagOf(job) === chatTag(job.stream);
  const kind =
    job.kind === 'groupCall' ? 'groupCallOver' : (await isMissedCall(tx, job)) ? 'missed' : 'clear';
  const of = { stream: job.stream, msgId: isChat ? msgId(0) : job.msgId, seq: 0 };
  await tx.push.insertJob({ kind, ...of, cid, dueMs: tx.nowMs, tries: 0 });
}

async function isMissedCall(tx: ReadTx, job: PushJobRow): Promise<boolean> {
  const row = job.kind === 'call' ? await tx.messages.byMsgId(job.msgId) : null;
  return row !== null && callRecord(callLine(row.extra), false) === 'missed';
}

/** An edit shows nothing where another message has taken the place (PUSH-21). */
const isShowing = (job: PushJobRow): boolean => !isClearing(job) && job.kind !== 'edited';
const isClearing = ({ kind }: PushJobRow): boolean => kind === 'clear' || kind === 'groupCallOver';
const isOfGroupCall = ({ kind }: PushJobRow): boolean => kind === 'groupCall' || kind === 'groupCallOver';
const isCall = (job: PushJobRow): boolean =>
  job.kind === 'call' || job.kind === 'missed' || (job.kind === 'clear' && job.msgId > 0);
/** True in a user's own stream: about a message, or about one that was never sent. */
const isReminder = ({ kind, stream, msgId }: PushJobRow): boolean =>
  kind === 'reminder' || (kind === 'clear' && msgId > 0 && userOfStream(stream) !== null);
const isUnsent = ({ kind, stream, msgId }: PushJobRow): boolean =>
  kind === 'unsent' || (kind === 'clear' && msgId === 0 && userOfStream(stream) !== null);
/** A job that clears no conversation clears the whole device (PUSH-14). */
const tagOf = (job: PushJobRow): string =>
  job.stream === ''
    ? EVERY_TAG
    : isOfGroupCall(job)
      ? groupCallTag(job.stream)
      : isUnsent(job)
        ? UNSENT_TAG
        : isReminder(job)
          ? reminderTag(job.msgId)
          : isCall(job)
            ? callTag(job.msgId)
            : chatTag(job.stream);

/** Skips devices whose vendor counts invisible notifications against the app. */
async function clearNotes(tx: ReadTx, job: PushJobRow): Promise<readonly Note[]> {
  const sub = await tx.push.byCid(job.cid);
  return sub === null || sub.platform === 'ios' ? [] : [{ sub, text: clearing(tagOf(job)) }];
}

function mannerOf(core: Core, { keys }: PushService, job: PushJobRow): PushManner {
  const rings = job.kind === 'call' || job.kind === 'groupCall';
  const life = rings ? limits.callLifeMs : limits.lifeMs;
  return {
    keys,
    urgency: isClearing(job) ? 'normal' : 'high',
    ttlSec: life / duration.SECOND,
    topic: core.passwords.digest(tagOf(job)).slice(0, 32),
  };
}

/** Checks once a second; without push users only now and then whether some exist on another node. */
export function startPushing(core: Core): StopJob {
  const service = core.push;
  if (!service) return () => Promise.resolve();
  let rounds = 0;
  const work = async (): Promise<void> => {
    const round = rounds++;
    if (!service.active && round % limits.lookRounds === 0)
      service.active = await core.store.read((tx) => tx.push.any());
    if (service.active) await pushDue(core, service);
    if (service.active && round % limits.forgetRounds === 0) {
      const nowMs = core.clock.nowMs();
      await core.store.write((tx) => tx.push.deleteOld(nowMs - limits.recordLifeMs, nowMs - limits.unusedMs));
    }
  };
  return startJob(core, { failed: 'pushes not sent', waitMs: () => limits.lookMs, work });
}

/** The keys are made once and stay: subscriptions are bound to them. */
export async function openPushService({
  store,
  push,
}: {
  readonly store: Store;
  readonly push?: Push | null;
}): Promise<PushService | null> {
  if (!push) return null;
  const [storedKeys, active] = await store.read(async (tx) => [await tx.push.keys(), await tx.push.any()]);
  const keysText = storedKeys ?? (await firstKeys(store, push));
  return { port: push, keys: JSON.parse(keysText) as PushKeys, active };
}

/** Keys another node made in the meantime are kept. */
async function firstKeys(store: Store, push: Push): Promise<string> {
  const fresh = JSON.stringify(await push.makeKeys());
  return store.write((tx) => tx.push.keepKeys(fresh));
}
