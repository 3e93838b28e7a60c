import { serverLimits as limits } from './kernel/limits.ts';
import { uploadLimits } from '../domain/limits.ts';
import type { UserId } from '../domain/ids.ts';
import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { CertificateState } from '../ports/certificates.ts';
import type { Copies } from '../ports/copies.ts';
import type { Forwarding } from '../ports/forwarding.ts';
import type { FilePorts } from '../ports/files.ts';
import type { Meter } from '../ports/meter.ts';
import type { Log } from '../ports/log.ts';
import type { Mail } from '../ports/mail.ts';
import type { HookPosts } from '../ports/hook-posts.ts';
import type { Pages } from '../ports/pages.ts';
import type { Ldap } from '../ports/ldap.ts';
import type { OpenIds } from '../ports/openid.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Push } from '../ports/push.ts';
import type { Ids, Random } from '../ports/random.ts';
import type { Store } from '../ports/store.ts';
import { watchWay } from './operation/cut-off.ts';
import { createFiguresJob } from './operation/figures.ts';
import { operation } from './operation/operation.ts';
import type { Operation } from './operation/operation.ts';
import { readyCheck } from './operation/readiness.ts';
import { createPeers } from './cluster/peers.ts';
import type { Core, Settings } from './kernel/core.ts';
import { createFileLinks } from './files/links.ts';
import { createHub } from './delivery/hub.ts';
import type { LiveHub } from './delivery/hub.ts';
import type { Assets } from './http/assets.ts';
import type { CallRequest } from './http/call-request.ts';
import { AtOnce } from './http/at-once.ts';
import { createHttpApp } from './http/http-app.ts';
import type { Administration, PlainAnswer } from './http/http-app.ts';
import type { ConsoleParts } from './console/parts.ts';
import { LoginUses } from './kernel/login-uses.ts';
import { RateCounter } from './kernel/rate.ts';
import { overloadText } from './http/room.ts';
import { Tries } from './features/auth/tries.ts';
import type { RequestOrigin } from './kernel/request.ts';
import { createSignalling } from './features/calls/calls.ts';
import { followCalls } from './features/group-calls/unit.ts';
import { watchConfig } from './features/config/watch.ts';
import type { ConfigWatch } from './features/config/watch.ts';
import { openPushService } from './features/push/deliver.ts';
import { createMarks } from './features/marks/marks.ts';
import { Gathering } from './features/messages/gathering.ts';
import { writeReactions } from './features/messages/react.ts';
import { writeVotes } from './features/messages/vote.ts';
import { Previews } from './features/previews/previews.ts';
import { Quotas } from './features/quotas/quotas.ts';
import { Damage } from './kernel/damage.ts';
import { JobBook, startJob } from './kernel/job.ts';
import { LiveServices } from './kernel/live-services.ts';
import type { ServiceMakers } from './kernel/live-services.ts';
import { mailWarning } from './kernel/mail-faults.ts';
import type { StopJob } from './kernel/job.ts';
import { JOBS } from './features/features.ts';

export interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly passkeys?: Passkeys | null;
  readonly openIds?: OpenIds | null;
  readonly ldap?: Ldap | null;
  readonly mail?: Mail | null;
  /** Makes what the console sets up where the environment does not (CONSOLE-15). */
  readonly makeServices?: ServiceMakers;
  readonly push?: Push | null;
  readonly pages?: Pages | null;
  readonly hookPosts?: HookPosts | null;
  readonly uploads?: FilePorts | null;
  readonly log: Log;
  readonly meter?: Meter | null;
  readonly lateMs?: () => number;
  /** Absent: no data is on a disk. */
  readonly engineFaults?: () => Promise<readonly string[]>;
  /** Null or absent: none are made (COPY-1). */
  readonly copies?: Copies | null;
  readonly newerRelease?: () => { readonly version: string; readonly date: string } | null;
  /** Time of the last backup by the command; absent: not known here (KEEP-10). */
  readonly lastBackupMs?: () => Promise<number | null>;
  /** Null or absent: HTTPS is not this server's work (TLS-7). */
  readonly certificate?: () => CertificateState | null;
  /** Null or absent: devices of group calls are connected directly. */
  readonly forwarding?: Forwarding | null;
  readonly bus: Bus;
  /** The built client; null if another server provides it. */
  readonly assets: Assets | null;
}

/** One node. It owns no sockets, files or clocks, so Node, tests, a page and the simulator host the same. */
export interface ParleyServer {
  readonly core: Core;
  /** Give it connected sockets. */
  readonly gateway: LiveHub;
  fetch(request: Request, peer: RequestOrigin): Promise<Response>;
  /** Handles a POST call for a host without a platform request; null: `fetch` handles this path. */
  call(path: string, request: CallRequest, peer: RequestOrigin): Promise<PlainAnswer> | null;
  /**
   * The complete answer to a call while others wait too long, in the requested language; null: there is room
   * (LIMIT-10).
   */
  refusal(accepts: string | null): string | null;
  /** Makes load balancers stop sending users; everything else continues (START-8). */
  stopping(): void;
  /** Stops automatic jobs. */
  start(): void;
  /** Completes running work, closes the sockets, writes pending data, closes the store (START-4). */
  close(): Promise<void>;
}

export async function createServer(ports: Ports, initialSettings: Settings): Promise<ParleyServer> {
  const { clock, log } = ports;
  const services = new LiveServices(ports, initialSettings.publicUrl);
  const { assets, ...basePorts } = { ...ports, mail: services.mail, uses: new LoginUses(ports) };
  const { secret, chapter } = await beginChapter(ports);
  const settings: Settings = {
    ...initialSettings,
    links: createFileLinks({ passwords: ports.passwords, secret, clock }),
  };
  const watch: ConfigWatch = await watchConfig({
    core: { ...basePorts, settings, services },
    changed: (config) => gateway.configChanged(config),
    renewed: (epoch) => gateway.historyRenewed(epoch),
    outside: () => gateway.lookOutside(),
    way: { onAsked: () => way.onAsked(), answered: () => way.answered() },
  });
  const push = await openPushService(ports);
  const base = { ...basePorts, push, secret, chapter, settings, config: () => watch.config() };
  const peers = peersOf(ports, initialSettings, () => gateway?.localUsers() ?? []);
  const gateway: LiveHub = await createHub({ ...base, peers });
  const core = withServices({ ...base, peers, hub: gateway, ...books() }, services);
  const way = watchWay({ core, goElsewhere: (elsewhere) => gateway.goElsewhere(elsewhere) });
  const marks = createMarks(core);
  const signalling = createSignalling(core);
  followCalls(core);
  const ready = readyCheck(core, { ...ports, ...faultsOf(core), mailFault: () => mailWarning(core) });
  const limited = limitsOf(core);
  const operated = operation(core, gateway, ready, ports);
  const adminConsole = administration({ core, ...limited, ...operated }, limited.rates);
  const http = createHttpApp({ core, marks, signalling, ...limited }, assets, operated, adminConsole);
  const [unsubscribe, requests] = [lookAtNews(core, watch), new Requests(clock)];
  let jobs: readonly StopJob[] = [];
  return {
    core,
    gateway,
    fetch: (request, peer) => {
      ready.noteProxy(peer, request.method === 'POST');
      return requests.during(() => http.fetch(request, peer));
    },
    call(path, request, peer) {
      const answer = http.call(path);
      if (answer === null) return null;
      ready.noteProxy(peer, true);
      return requests.during(() => answer(request, peer));
    },
    refusal: (accepts) => overloadText(core, accepts),
    stopping: () => ready.stopping(),
    start() {
      watch.start();
      warnOf(log, mailWarning(core));
      jobs = [...JOBS.map((startOne) => startOne(core, limited.rates)), startFigures(core, operated)];
    },
    async close() {
      watch.stop();
      way.stop();
      // Work that a job has started needs the store.
      for (const stop of jobs) void requests.during(stop);
      // Some of them wait for this.
      void requests.during(() => marks.flush());
      await requests.whenIdle();
      signalling.stop();
      await marks.flush();
      limited.reactions.stop();
      limited.votes.stop();
      await limited.previews.stop();
      await limited.quotas.stop();
      await closeAll({ ...core, copies: ports.copies }, gateway, unsubscribe);
    },
  };
}

/** Each read returns the present service: the console may set it up at any time. */
const withServices = (base: Omit<Core, 'mail' | 'ldap' | 'openIds'>, services: LiveServices): Core => ({
  ...base,
  get mail() {
    return services.mail;
  },
  get ldap() {
    return services.ldap;
  },
  get openIds() {
    return services.openIds;
  },
});

const books = () => ({ jobs: new JobBook(), damage: new Damage() });

const faultsOf = (core: Core) => ({
  ldap: { fault: () => core.ldap?.fault() ?? null },
  openIds: { faults: () => core.openIds?.faults() ?? [] },
});

/** Logged at the start: a load balancer may request `/readyz` later than the first user (CONF-27). */
function warnOf(log: Log, fault: string | null): void {
  if (fault !== null) log.write('warn', fault);
}

/** Begins with the first transaction of a start, before any client receives a cursor (STREAM-20). */
async function beginChapter({ store, clock, ids }: Ports) {
  const [chapter, fresh] = [clock.nowMs().toString(36), ids.hex(32)];
  const secret = await store.write(async (tx) => {
    await tx.history.beginChapter(chapter);
    return tx.meta.keepSecret(fresh);
  });
  return { secret, chapter };
}

/** Figures need a meter. */
const startFigures = (core: Core, operated: Pick<Operation, 'gauges'>): StopJob =>
  core.meter
    ? startJob(
        core,
        createFiguresJob(core, core.meter, () => operated.gauges()),
      )
    : () => Promise.resolve();

/** Its code loads on first use: most nodes never need it (START-11). */
function administration(on: ConsoleParts, rates: RateCounter): Administration {
  let adminConsole: Promise<Administration> | null = null;
  return {
    answer: async (what, request, peer) => {
      adminConsole ??= import('./console/console.ts').then(({ createConsole }) => createConsole(on, rates));
      return (await adminConsole).answer(what, request, peer);
    },
  };
}

/** Null where there are no other nodes. */
const peersOf = ({ bus, clock, ids }: Ports, { presenceGraceMs }: Settings, here: () => readonly UserId[]) =>
  bus.talks ? createPeers({ bus, clock, ids, here, graceMs: presenceGraceMs }) : null;

/** Rate limits of calls, for each user, address and kind. */
function limitsOf(core: Core) {
  const rates = new RateCounter(core.clock, core.bus.rates);
  const quotas = new Quotas(core);
  return {
    rates,
    tries: new Tries(core, rates),
    quotas,
    reactions: new Gathering(core, writeReactions),
    votes: new Gathering(core, writeVotes),
    previews: new Previews(core, rates, quotas),
    underWay: new AtOnce(limits.callsAtOnceMax),
    uploading: new AtOnce(uploadLimits.atOncePerUser, uploadLimits.atOnce),
  };
}

/** Runs after another node changed the configuration. */
const lookAtNews = ({ bus, log }: Core, watch: ConfigWatch): (() => void) =>
  bus.subscribe((note) => {
    if (note.kind !== 'config') return;
    watch
      .look()
      .catch((error: unknown) => log.write('error', 'configuration not read', { error: String(error) }));
  });

/** Runs once no work is in progress. */
async function closeAll(
  { peers, store, bus, uses, copies, forwarding }: Core & Pick<Ports, 'copies'>,
  gateway: LiveHub,
  unsubscribe: () => void,
): Promise<void> {
  await gateway.idle();
  await forwarding?.stop();
  peers?.close();
  gateway.close();
  unsubscribe();
  await uses?.stop();
  // All is written, and it is the last chance to copy it.
  await copies?.stop();
  await store.close();
  await bus.close();
}

/** Requests in progress. Counted: a promise of each would be one more for each. */
class Requests {
  private open = 0;
  private ended: () => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  async during<T>(answer: () => Promise<T>): Promise<T> {
    this.open += 1;
    try {
      return await answer();
    } finally {
      this.open -= 1;
      if (this.open === 0) this.ended();
    }
  }

  /** Resolves when all have answered, or when the time for draining is over. */
  whenIdle(): Promise<void> {
    if (this.open === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = this.clock.setTimeout(resolve, limits.drainMs);
      this.ended = () => {
        this.clock.clearTimeout(limit);
        resolve();
      };
    });
  }
}
