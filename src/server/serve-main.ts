import { fileURLToPath } from 'node:url';
import { serverLimits } from './kernel/limits.ts';
import { createServer } from './app.ts';
import { createPasswords } from './platform/argon2-adapter.ts';
import { createLog } from './platform/pino-adapter.ts';
import { systemClock, systemIds, systemRandom } from './platform/system-adapter.ts';
import { openBus } from './cluster/open-bus.ts';
import { openFiles } from './files/open-files-adapter.ts';
import { filesSettings } from './files/settings.ts';
import { filesIn } from './http/files-adapter.ts';
import { startCopies } from './copies/host-adapter.ts';
import { UnitProcess } from './forwarding/host-adapter.ts';
import { copySettings } from './copies/settings.ts';
import { listen } from './node-host-adapter.ts';
import type { Host } from './node-host-adapter.ts';
import type { SecureHost } from './secure-host-adapter.ts';
import { BadSetting, environmentToShow, loneSettings, misspeltSettings } from './kernel/setting-names.ts';
import { startJob } from './kernel/job.ts';
import { ownMemory } from './platform/memory-adapter.ts';
import { calmLog } from './platform/calm-log.ts';
import { type Lateness, createLateness } from './platform/late-adapter.ts';
import { createMemoryJob } from './operation/idle-memory.ts';
import { watchReleases } from './operation/newer-release.ts';
import { metricsToken } from './operation/metrics-token.ts';
import { createMeter } from './platform/prometheus-adapter.ts';
import { createHookPosts } from './platform/hook-posts-adapter.ts';
import { createPages } from './platform/pages-adapter.ts';
import { createOpenIds } from './platform/openid-adapter.ts';
import { createPasskeys } from './platform/passkeys-adapter.ts';
import { serviceMakers } from './platform/service-makers.ts';
import { readReleaseFeed } from './operation/release-feed-adapter.ts';
import { createWebPush } from './platform/web-push-adapter.ts';
import { forgetAddress, noteAddress } from './address-note-adapter.ts';
import { inviteLink, makeFirstInvite } from './features/auth/invite.ts';
import { addressOf, readSettings } from './kernel/settings.ts';
import type { HostSettings } from './kernel/settings.ts';
import { readSettingFiles } from './setting-files-adapter.ts';
import { faultCode, faultLine } from './start-fault.ts';
import { isVersionQuestion, version, versionLine } from './version.ts';
import { whenThereIsRoom } from './when-there-is-room.ts';
import { tlsSettings, withDomain } from './tls/settings.ts';
import { lastBackupMs } from './storage/engine/last-backup.ts';
import { databaseIn, openData } from './storage/engine/open-data.ts';
import type { Assets } from './http/assets.ts';
import type { Bus } from '../ports/bus.ts';
import type { CertificateState } from '../ports/certificates.ts';
import type { Copies } from '../ports/copies.ts';
import type { Forwarding } from '../ports/forwarding.ts';
import type { Log } from '../ports/log.ts';
import type { Meter } from '../ports/meter.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Store } from '../ports/store.ts';

/** Values that the console shows, and confirmations of the operator. */
const ofProcess = () => ({
  environment: environmentToShow(process.env),
  // Also for an LDAP server that the console names.
  ldapDisablesMany: process.env['LDAP_DISABLE_MANY'] === '1',
});

/** Starts a node and prints one line: the address, and the first step (START-1). */
async function start(settings: HostSettings, entry: string): Promise<void> {
  const log = calmLog(createLog(settings.logLevel), systemClock);
  const isCopied = copySettings(process.env) !== null;
  const late = createLateness();
  const releases =
    settings.releasesUrl === null ? null : watchReleases(version, readReleaseFeed(settings.releasesUrl));
  const https: Https = { state: () => null };
  let copies: Copies | null = null;
  const parts: Parts = {
    log,
    late,
    releases,
    https,
    meter: createMeter(version, late),
    passwords: createPasswords(),
    freshToken: systemIds.hex(16),
    // Begins once, after the database is open: a full disk repeats the rest.
    copies: () =>
      (copies ??= isCopied ? startCopies(fileURLToPath(new URL('copies-main.js', entry)), log) : null),
    forwarding: unitOf(settings, entry, log),
    assets: filesIn(fileURLToPath(new URL('../client', entry))),
  };
  const { node, store, token, invite } = await whenThereIsRoom(() => openNode(settings, parts), {
    clock: systemClock,
    answerFor: (why) => notReady(why, settings, log),
  });
  let host: Host;
  try {
    host = await opened(settings, https, (open) => listen(node, settings, open));
  } catch (error) {
    await node.close();
    throw error;
  }
  node.start();
  const jobs = { clock: systemClock, log };
  const rest = (): void => store.rest?.();
  startJob(jobs, createMemoryJob(ownMemory, rest));
  if (releases !== null) startJob(jobs, releases.job);
  endOnSignals(host);
  const once = token.newToken === null ? '' : ` Metrics token (shown once): ${token.newToken}`;
  const address = addressToShow(settings, host.port);
  noteAddress(settings.dataDir, address);
  process.on('exit', () => forgetAddress(settings.dataDir));
  process.stdout.write(`${firstLine(invite, settings, address)}${once}\n`);
}

/** The parts of a node besides its data. */
interface Parts {
  readonly log: Log;
  readonly late: Lateness;
  readonly releases: ReturnType<typeof watchReleases> | null;
  readonly https: Https;
  readonly meter: Meter;
  readonly passwords: Passwords;
  readonly freshToken: string;
  readonly copies: () => Copies | null;
  readonly forwarding: Forwarding | null;
  readonly assets: Assets;
}

/**
 * Writes everything a start needs, so that a full disk is found before anything listens.
 * @throws StoreFullError no room; all is closed, and it can be called again
 */
async function openNode(settings: HostSettings, parts: Parts) {
  const { log, late, releases, https, copies } = parts;
  const { store, secret, uploads, token } = await openAll(settings, parts);
  let bus: Bus | null = null;
  try {
    bus = await openBus(settings, {
      clock: systemClock,
      log,
      secret,
      place: (await store.read((tx) => tx.history.home())).slice(0, 12),
    });
    const node = await createServer(
      {
        store,
        clock: systemClock,
        random: systemRandom,
        ids: systemIds,
        passkeys: createPasskeys(),
        ...(await fixedServices(settings, log)),
        uploads,
        push: createWebPush(settings.push),
        pages: createPages(settings.pages),
        hookPosts: createHookPosts(settings.hooks),
        log,
        meter: parts.meter,
        passwords: parts.passwords,
        lateMs: () => late.nowMs(),
        engineFaults: async () => (await import('./storage/engine/engine-faults.ts')).engineFaults(settings),
        certificate: () => https.state(),
        newerRelease: () => releases?.newer() ?? null,
        ...lastBackupOf(settings),
        copies: copies(),
        forwarding: parts.forwarding,
        bus,
        assets: parts.assets,
      },
      {
        ...settings,
        metricsDigest: token.digest,
        version,
        ...ofProcess(),
      },
    );
    return { node, store, token, invite: await firstInvite(store, settings) };
  } catch (error) {
    await bus?.close();
    await store.close();
    throw error;
  }
}

/** The process of the unit starts with the first group call. */
function unitOf({ unit }: HostSettings, entry: string, log: Log): Forwarding | null {
  const script = fileURLToPath(new URL('forwarding-main.js', entry));
  return unit && new UnitProcess({ ...unit, script, log, clock: systemClock, ids: systemIds });
}

/** Services of the environment, and how to make those of the console (CONSOLE-15). */
async function fixedServices({ openIds, ldap, smtp }: HostSettings, log: Log) {
  const makeServices = serviceMakers(log);
  return {
    openIds: createOpenIds(openIds, log),
    ldap: ldap && (await makeServices.ldap(ldap)),
    mail: smtp && (await makeServices.mail(smtp)),
    makeServices,
  };
}

/** A database server has its own backups, which are not known here (KEEP-10). */
const lastBackupOf = ({ databaseUrl, dataDir }: HostSettings) =>
  databaseUrl === null ? { lastBackupMs: () => lastBackupMs(databaseIn(dataDir)) } : {};

const addressToShow = ({ host, publicUrl }: HostSettings, port: number): string =>
  tlsSettings(process.env) === null ? addressOf(host, port) : (publicUrl ?? addressOf(host, port));

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** Known once it is open; the server is made before. */
interface Https {
  state: () => CertificateState | null;
}

/** The data, and the secrets that are stored with it. */
async function openAll(settings: HostSettings, { log, meter, passwords, freshToken: fresh }: Parts) {
  const store = await openData(settings, {
    clock: systemClock,
    ids: systemIds,
    log,
    committed: (commands) => meter.committed(commands),
    program: version,
    alone: true,
  });
  try {
    const secret = await store.write((tx) => tx.meta.keepSecret(systemIds.hex(32)));
    const uploads = await openFiles(settings.dataDir, filesSettings(process.env));
    const token = await metricsToken(settings.metricsToken, { store, fresh, passwords });
    return { store, secret, uploads, token };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** OPS-19 */
async function notReady(why: string, settings: HostSettings, log: Log): Promise<Host> {
  const { answerNotReady } = await import('./not-ready-adapter.ts');
  const host = await opened(settings, { state: () => null }, (open) =>
    answerNotReady(why, version, settings, open),
  );
  const address = addressToShow(settings, host.port);
  log.write('error', 'not ready: no room to start; tried again until there is', { why, address });
  return host;
}

/** Uses TLS automatically if a domain is set (TLS-1). */
async function opened(
  settings: HostSettings,
  https: Https,
  listenAt: (open?: SecureHost['open']) => Promise<Host>,
): Promise<Host> {
  const tls = tlsSettings(process.env);
  if (tls === null) return listenAt();
  const { openSecurely } = await import('./secure-host-adapter.ts');
  const secure = await openSecurely(tls, settings, { clock: systemClock, tell });
  https.state = () => secure.state();
  const host = await listenAt(secure.open);
  return { port: host.port, stop: async () => void (await Promise.all([host.stop(), secure.stop()])) };
}

type FirstInvite = 'none' | 'open' | { readonly token: string };

/** `none`: accounts exist. The first user can register even if others need an invitation (START-3). */
async function firstInvite(store: Store, { registration }: HostSettings): Promise<FirstInvite> {
  if ((await store.read((tx) => tx.users.count())) > 0) return 'none';
  return registration === 'open' ? 'open' : { token: await makeFirstInvite(store, systemIds) };
}

function firstLine(invite: FirstInvite, { publicUrl }: HostSettings, address: string): string {
  if (invite === 'none') return `Parley runs at ${address} - open it and log in.`;
  if (invite === 'open')
    return `Parley runs at ${address} - open it and register: the first account is the administrator.`;
  const link = inviteLink(publicUrl ?? address, invite.token);
  return `Parley runs at ${address} - create the first account, the administrator, with this one-time link (48 hours): ${link}`;
}

/**
 * START-4. A second signal does not wait; a duplicate one, from a service manager and from npm, counts once.
 */
function endOnSignals(host: Host): void {
  let endingMs: number | null = null;
  const end = () => {
    const now = systemClock.elapsedMs();
    if (endingMs !== null && now - endingMs < serverLimits.sameSignalMs) return;
    if (endingMs !== null) process.exit(1);
    endingMs = now;
    host.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Parley did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** `entry`: address of a file beside the other entries of the build. */
export async function serve(entry: string): Promise<void> {
  try {
    if (isVersionQuestion(process.argv)) return void process.stdout.write(`${versionLine()}\n`);
    const [unknown] = process.argv.slice(2);
    if (unknown !== undefined)
      throw new BadSetting(
        `${unknown} is no argument; settings are environment variables (docs/operations/settings.md)`,
      );
    misspeltSettings(process.env).forEach(tell);
    readSettingFiles(process.env);
    const settings = readSettings(withDomain(process.env));
    loneSettings(process.env).forEach(tell);
    await start(settings, entry);
  } catch (error) {
    tell(faultLine(error));
    process.exit(faultCode(error));
  }
}
