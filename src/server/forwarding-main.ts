import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openTransport } from './forwarding/library-adapter.ts';
import { unitLimits as limits } from './forwarding/limits.ts';
import type { FromUnit, ToUnit, UnitSettings } from './forwarding/messages.ts';
import { ForwardingUnit } from './forwarding/unit.ts';
import { systemClock } from './platform/system-adapter.ts';

/** The process of the unit that forwards group calls. It ends with the server. */
const send = (message: FromUnit): void => void (process.connected && process.send?.(message));

/** The delay of events is measured by a timer of this length. */
const LATE_STEP_MS = 2;
const LATE_SHARE = 95;

async function start({ port, addresses }: UnitSettings): Promise<void> {
  const { connect, port: bound } = await openTransport(port);
  const unit = new ForwardingUnit({
    clock: systemClock,
    connect,
    port: bound,
    addresses,
    ssrc: () => (randomBytes(4).readUInt32BE(0) | 0x10) >>> 0,
  });
  process.on('message', (message: ToUnit) => {
    if (message.type === 'allow') return unit.allow(message.call, message.devices);
    const { no } = message;
    unit.connect(message).then(
      (answer) =>
        send(
          'refused' in answer
            ? { type: 'refused', no, reason: answer.refused }
            : { type: 'answer', no, ...answer },
        ),
      () => send({ type: 'refused', no, reason: 'badOffer' }),
    );
  });
  setInterval(() => unit.tick(), limits.tickMs);
  const late = monitorEventLoopDelay({ resolution: LATE_STEP_MS });
  late.enable();
  setInterval(() => {
    const lateMs = Math.max(0, late.percentile(LATE_SHARE) / 1e6 - LATE_STEP_MS);
    late.reset();
    send({ type: 'figures', figures: { ...unit.figures(), lateMs } });
  }, limits.figuresMs);
  send({ type: 'ready', port: bound });
}

// The server ends this process. A signal for the whole group must not come before that.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
start(JSON.parse(process.argv[2] ?? '{}') as UnitSettings).catch((error: unknown) => {
  send({ type: 'unavailable', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
