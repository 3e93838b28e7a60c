import { duration } from '../../domain/limits.ts';
import { ldapFaultText } from '../kernel/ldap-faults.ts';
import { outgoingLimits } from '../kernel/hook-limits.ts';
import { copyLimits } from '../kernel/copy-limits.ts';
import { nodeLimits, serverLimits } from '../kernel/limits.ts';
import type { Copies } from '../../ports/copies.ts';
import type { CertificateState } from '../../ports/certificates.ts';
import type { Forwarding } from '../../ports/forwarding.ts';
import type { Ldap } from '../../ports/ldap.ts';
import type { OpenIds } from '../../ports/openid.ts';
import type { Core } from '../kernel/core.ts';
import type { Damage } from '../kernel/damage.ts';
import type { RequestOrigin } from '../kernel/request.ts';

/** The answer of `/readyz`. Warnings keep users connected; reasons do not (OPS-2). */
export interface Readiness {
  /** Version of the program (START-13). */
  readonly version?: string;
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/** Services beside the server that report their state; absent ones are off. */
export interface Watched {
  readonly copies?: Copies | null;
  readonly ldap?: Pick<Ldap, 'fault'> | null;
  readonly openIds?: Pick<OpenIds, 'faults'> | null;
  /** Its process does not run, although it is on (GCALL-26). */
  readonly forwarding?: Pick<Forwarding, 'fault'> | null;
  readonly certificate?: () => CertificateState | null;
  /** Time of the last backup by the command; null: none. Absent: not known here. */
  readonly lastBackupMs?: () => Promise<number | null>;
  /** The configuration asks for mails, and none can be sent (CONF-27). */
  readonly mailFault?: () => string | null;
  readonly newerRelease?: () => { readonly version: string; readonly date: string } | null;
}

export interface ReadyCheck {
  look(): Promise<Readiness>;
  /**
   * Warns when all clients count as one address: proxy headers arrived without `TRUST_PROXY` (OPS-10), or a
   * call without them although it is set (OPS-23). Health checks are never posted and may bypass the proxy.
   */
  noteProxy(peer: RequestOrigin, isPosted: boolean): void;
  /** A proxy requested the socket as a page: it passes no live connections (OPS-17). */
  upgradeLost(): void;
  /** The node is stopping: load balancers stop sending users (START-4). */
  stopping(): void;
}

const PROXIED =
  'a request came with the headers of a proxy, and TRUST_PROXY is not set: if a proxy is in front, set TRUST_PROXY=1, otherwise all its users count as one address';

const UNFORWARDED =
  'a call came without X-Forwarded-For, and TRUST_PROXY is set: all clients count as one address; ' +
  'have the proxy set X-Forwarded-For (docs/operations/https.md), or unset TRUST_PROXY without a proxy';

const BLOCKED =
  'a proxy in front passes no WebSockets: /wss was asked for without Upgrade; ' +
  'have it forward Upgrade and Connection (docs/operations/https.md)';

/** Tests reading and writing on the store itself, at most once per interval for any number of requests. */
export function readyCheck(
  core: Pick<Core, 'store' | 'clock' | 'bus' | 'peers' | 'log' | 'settings' | 'damage'>,
  sources: Watched = {},
): ReadyCheck {
  let stops = false;
  const warningLines = new Set<string>();
  const warnOnce = (line: string): void => {
    if (warningLines.has(line)) return;
    warningLines.add(line);
    core.log.write('warn', line);
  };
  let last: { readonly untilMs: number; readonly faults: Promise<readonly string[]> } | null = null;
  const storeFaults = (): Promise<readonly string[]> => {
    const now = core.clock.elapsedMs();
    if (last === null || now >= last.untilMs)
      last = { untilMs: now + serverLimits.readyEveryMs, faults: faultsOf(core) };
    return last.faults;
  };
  return {
    async look() {
      const reasons = [...(stops ? ['stopping'] : []), ...(await storeFaults())];
      const warnings = [...warningLines];
      if (core.bus.state?.().up === false)
        warnings.push('Redis is away: other nodes hear of changes up to a second later');
      const skew = core.peers?.skewMs() ?? null;
      if (skew !== null && skew > nodeLimits.skewMaxMs)
        warnings.push(`clocks of nodes differ by ${Math.round(skew / 1_000)} s: set them by the network`);
      for (const place of core.store.damage?.() ?? [])
        warnings.push(`a part of the database cannot be read: ${place}; run "npm run admin -- check"`);
      if (core.damage?.first) warnings.push(damageText(core.damage));
      warnings.push(...warningsOf(sources), ...(await backupWarnings(sources, core.clock.nowMs())));
      warnings.push(...(await hookWarnings(core)));
      const { version } = core.settings;
      return { ...(version !== undefined && { version }), ready: reasons.length === 0, reasons, warnings };
    },
    noteProxy(peer, isPosted) {
      if (peer.isUntrustedProxy) warnOnce(PROXIED);
      if (peer.isUnforwarded && isPosted) warnOnce(UNFORWARDED);
    },
    upgradeLost: () => warnOnce(BLOCKED),
    stopping: () => void (stops = true),
  };
}

function warningsOf(sources: Watched): readonly string[] {
  const { copies, certificate, newerRelease, ldap, openIds, mailFault, forwarding } = sources;
  const unitFault = forwarding?.fault() ?? null;
  const fault = ldap?.fault() ?? null;
  const newer = newerRelease?.() ?? null;
  return [
    ...copyWarnings(copies),
    ...certificateWarnings(certificate?.()),
    ...(fault === null ? [] : [`nobody can log in by LDAP: ${ldapFaultText(fault)}`]),
    ...(openIds?.faults() ?? []).map((line) => `nobody can log in by OpenID: ${line}`),
    ...[mailFault?.() ?? []].flat(),
    ...(unitFault === null
      ? []
      : [`group calls are limited to eight devices, connected directly: no unit runs: ${unitFault}`]),
    ...(newer === null ? [] : [`Parley ${newer.version} of ${newer.date} is available`]),
  ];
}

/** Outgoing hooks whose receivers fail (HOOK-15); silent while the store itself does. */
async function hookWarnings({ store, clock }: Pick<Core, 'store' | 'clock'>): Promise<readonly string[]> {
  const [sinceMs, most] = [clock.nowMs() - outgoingLimits.warnMs, outgoingLimits.warnMax];
  const failing = await store
    .read(async (tx) => {
      const rows = await tx.outgoing.failing(sinceMs, most);
      const people = await tx.users.byIds(rows.map(({ user }) => user));
      return rows.map((row) => ({ ...row, name: people.get(row.user)?.realname ?? '' }));
    })
    .catch(() => []);
  return failing.map(
    ({ name, stream, url, failingSinceMs }) =>
      `the outgoing hook "${name}" of ${stream} fails since ${iso(failingSinceMs)}: ${new URL(url).host} ` +
      'does not accept events; its log is in the info of the group',
  );
}

function certificateWarnings(state: CertificateState | null = null): readonly string[] {
  if (state === null || state.failure === null) return [];
  const until = state.untilMs === null ? '' : `; the present one ends ${iso(state.untilMs)}`;
  return [`no new certificate: ${state.failure}${until}`];
}

/** Only where the operator makes backups by the command, and no other copies replace them (KEEP-10). */
async function backupWarnings({ lastBackupMs, copies }: Watched, nowMs: number): Promise<readonly string[]> {
  const atMs = copies ? null : ((await lastBackupMs?.()) ?? null);
  if (atMs === null || nowMs - atMs <= copyLimits.backupLateMs) return [];
  const days = Math.floor((nowMs - atMs) / duration.DAY);
  return [
    `the last backup is ${days} days old (${iso(atMs)}): see why the next ones failed ` +
      '(systemctl status parley-backup), or make one: npm run admin -- backup <file>',
  ];
}

const damageText = ({ count, first }: Damage): string =>
  `damaged messages in the database: ${count}, such as ${first}: run "npm run admin -- check"`;

const iso = (ms: number): string => new Date(ms).toISOString();

function copyWarnings(copies: Copies | null = null): readonly string[] {
  const state = copies?.state();
  if (!state) return [];
  const warnings = [];
  if (state.isLate)
    warnings.push(
      `nothing was copied since ${iso(state.copiedMs)}: ${state.fault ?? 'their process does not answer'}`,
    );
  const { files } = state;
  if (files && (files.isLate || files.fault !== null)) {
    const since = files.isLate ? ` since ${iso(files.copiedMs)}` : '';
    warnings.push(`files that people sent are not all copied${since}: ${files.fault ?? 'many wait'}`);
  }
  if (state.isDrillLate)
    warnings.push(`no drill was good since ${iso(state.drilledMs)}: ${state.drillFault ?? 'none has ended'}`);
  return warnings;
}

async function faultsOf({ store, clock }: Pick<Core, 'store' | 'clock'>): Promise<readonly string[]> {
  const within = async (name: string, work: Promise<unknown>): Promise<string[]> => {
    let handle: unknown = null;
    const limit = new Promise<string>(
      (resolve) => (handle = clock.setTimeout(() => resolve('no answer'), serverLimits.readyWaitMs)),
    );
    const fault = await Promise.race([
      work.then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
      limit,
    ]);
    clock.clearTimeout(handle);
    return fault === null ? [] : [`the store cannot be ${name}: ${fault}`];
  };
  const read = await within(
    'read',
    store.read((tx) => tx.users.count()),
  );
  if (read.length > 0) return read;
  // A full disk is detected before a message fails.
  return within(
    'written',
    store.write((tx) => tx.meta.tryWriting()),
  );
}
