import type * as v from 'valibot';
import { groupCallLimits as limits } from '../../../domain/group-call-limits.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { DeviceConnection, ForwardingAnswer, ForwardingRefusal } from '../../../ports/forwarding.ts';
import type { GroupCallRow, ReadTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/group-calls.ts';
import { groupAccess } from '../../access/conversation.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { notifyAfter } from '../../kernel/notify-after.ts';
import { NodeAway } from '../../kernel/peers.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';

/** The devices of a call, for the node whose unit serves it. */
interface Allowed {
  readonly unit: string;
  readonly call: string;
  readonly devices: readonly string[];
}

type Nodes = Pick<Core, 'forwarding' | 'peers'>;

/** Name of the unit of this node, with the node in front; empty: none runs. */
function ownUnit({ forwarding, peers }: Nodes): string {
  const name = forwarding?.name() ?? null;
  return name === null ? '' : `${peers?.name ?? ''}/${name}`;
}

const nodeOf = (unit: string): string => unit.slice(0, Math.max(0, unit.lastIndexOf('/')));

/** A live node replaces its own unit itself. */
function isAlive(nodes: Nodes, unit: string): boolean {
  const node = nodeOf(unit);
  if (unit === '' || node === (nodes.peers?.name ?? '')) return unit === ownUnit(nodes);
  return nodes.peers?.nodes().includes(node) === true;
}

/** The unit for a call that a device joins. A call that went through a unit stays there (GCALL-23). */
export function unitFor(nodes: Nodes, { devices, unit }: GroupCallRow, joining: string): string {
  const count = devices.some(({ device }) => device === joining) ? devices.length : devices.length + 1;
  // The process starts one device early, so that it is ready.
  if (count >= limits.unitFrom - 1) nodes.forwarding?.wake();
  if (isAlive(nodes, unit)) return unit;
  return unit !== '' || count >= limits.unitFrom ? ownUnit(nodes) : '';
}

const allowedIn = ({ id, devices, unit }: GroupCallRow): Allowed => ({
  unit,
  call: id,
  devices: devices.map(({ device }) => device),
});

/** One connection of a device of the caller with the unit of the call (GCALL-24). */
export async function connectGroupCall(
  { core, session: { user } }: SignedIn,
  { toContactId, call, device, unit, kind, offer }: v.InferOutput<typeof calls.connectGroupCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const row = await core.store.read((tx) => callOf(tx, user, toContactId));
  if (row instanceof Refusal) return row;
  const isThere = row?.devices.some((one) => one.device === device && one.user === user) === true;
  if (row === null || row.id !== call || !isThere) return new Refusal('callUnknown');
  // The client learns the present unit by the call's register.
  if (row.unit === '' || row.unit !== unit) return refusedForNow('away', limits.againMs[0]);
  const answer = await connect(core, unit, allowedIn(row), { call, device, kind, offer });
  return answer.ok ? { data: { answer: answer.answer } } : refusalOf(answer.reason);
}

function refusalOf(reason: ForwardingRefusal): Refusal {
  if (reason === 'badOffer') return new Refusal('badField', { facts: { field: 'offer' } });
  if (reason === 'full') return new Refusal('groupCallUnitFull', { detail: { refusal: 'unitFull' } });
  return reason === 'absent' ? new Refusal('callUnknown') : refusedForNow('away', limits.againMs[1]);
}

async function callOf(tx: ReadTx, user: UserId, ref: string): Promise<GroupCallRow | null | Refusal> {
  const at = await groupAccess(tx, user, ref);
  return at instanceof Refusal ? at : tx.groupCalls.get(at.stream);
}

async function connect(
  core: Core,
  unit: string,
  allowed: Allowed,
  connection: DeviceConnection,
): Promise<ForwardingAnswer> {
  const node = nodeOf(unit);
  if (node === (core.peers?.name ?? '')) return connectHere(core, allowed, connection);
  try {
    return (await core.peers?.ask(node, 'groupCallUnit', { allowed, connection })) as ForwardingAnswer;
  } catch (error) {
    if (error instanceof NodeAway) return { ok: false, reason: 'away' };
    throw error;
  }
}

async function connectHere({ forwarding }: Core, allowed: Allowed, connection: DeviceConnection) {
  forwarding?.allow(allowed.call, allowed.devices);
  return (await forwarding?.connect(connection)) ?? ({ ok: false, reason: 'away' } as const);
}

/**
 * The unit learns after each commit which devices are in a call, and cuts off the others (GCALL-25). Other
 * nodes receive the same list; the next look repairs a lost message.
 */
export function followCalls(core: Core): void {
  core.peers?.answer('groupCallUnit', (data) => {
    const { allowed, connection } = data as {
      readonly allowed: Allowed;
      readonly connection: DeviceConnection;
    };
    return connectHere(core, allowed, connection);
  });
  core.peers?.hear('groupCallDevices', (data) => {
    allowHere(core, data as Allowed);
  });
  /** Calls whose devices the units have, by group. */
  const known = new Map<StreamId, string>();
  const send = async (stream: StreamId): Promise<void> => {
    const row = await core.store.read((tx) => tx.groupCalls.get(stream));
    const before = known.get(stream);
    if (before !== undefined && before !== row?.id) allow(core, { unit: '', call: before, devices: [] });
    known.delete(stream);
    if (row === null || row.unit === '') return;
    known.set(stream, row.id);
    allow(core, allowedIn(row));
  };
  core.hub.onPublished((events) => {
    const streams = new Set(
      events.filter(({ facts }) => facts.kind === 'groupCall').map(({ stream }) => stream),
    );
    for (const stream of streams)
      void notifyAfter(core.log, 'a unit did not learn who is in a call', { stream }, () => send(stream));
  });
}

function allow(core: Core, allowed: Allowed): void {
  allowHere(core, allowed);
  core.peers?.say('groupCallDevices', allowed);
}

/** A call of another unit has no devices here. */
function allowHere(core: Core, { unit, call, devices }: Allowed): void {
  core.forwarding?.allow(call, unit === ownUnit(core) ? devices : []);
}

/** Gives each large call a unit that runs, and takes those of units that ended (GCALL-23). */
export async function placeCalls(core: Core): Promise<void> {
  const rows = await core.store.read((tx) => tx.groupCalls.large(limits.unitFrom));
  if (rows.length > 0) core.forwarding?.wake();
  for (const { stream, unit } of rows) {
    if (isAlive(core, unit)) {
      await repeatDevices(core, stream, unit);
      continue;
    }
    const next = ownUnit(core);
    if (next === unit || (next === '' && isStarting(core))) continue;
    await command(core, async (tx, record) => {
      await tx.streams.get(stream);
      const call = await tx.groupCalls.get(stream);
      if (call === null || call.unit !== unit) return;
      await tx.groupCalls.save({ ...call, unit: next });
      await record.event(stream, { kind: 'groupCall' });
    });
  }
}

/** Repairs a lost message of another node. */
async function repeatDevices(core: Core, stream: StreamId, unit: string): Promise<void> {
  if (!core.peers || unit !== ownUnit(core)) return;
  const row = await core.store.read((tx) => tx.groupCalls.get(stream));
  if (row !== null) core.forwarding?.allow(row.id, allowedIn(row).devices);
}

/** The unit is ready in a moment: until then calls keep the one that ended. */
const isStarting = ({ forwarding }: Nodes): boolean =>
  forwarding !== undefined &&
  forwarding !== null &&
  forwarding.name() === null &&
  forwarding.fault() === null;

const FAILED = 'group calls have no unit';

/** Calls are placed in each round, and as soon as a unit is ready. */
export function startPlacingCalls(core: Core): StopJob {
  core.forwarding?.onReady(() => void notifyAfter(core.log, FAILED, {}, () => placeCalls(core)));
  return startJob(core, {
    failed: FAILED,
    waitMs: () => limits.lookMs,
    atOnce: true,
    work: () => placeCalls(core),
  });
}
