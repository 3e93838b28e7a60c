import type { GlobalConfig } from '../../../domain/config.ts';
import { serverLimits } from '../../kernel/limits.ts';
import type { Core, Settings, StoreWay } from '../../kernel/core.ts';
import type { LiveServices } from '../../kernel/live-services.ts';

/** The configuration of this node, and how it learns what others changed (CONF-2, ADMIN-2). */
export interface ConfigWatch {
  config(): GlobalConfig;
  /** Checks now; reports a changed configuration. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

interface Watching {
  readonly core: Pick<Core, 'store' | 'clock' | 'log' | 'passkeys'> & {
    readonly settings: Pick<Settings, 'registration' | 'publicUrl'>;
    readonly services: Pick<LiveServices, 'set' | 'mail' | 'openIds'>;
  };
  readonly changed: (config: GlobalConfig) => void;
  readonly renewed: (epoch: string) => void;
  /** Another process wrote: streams may have moved. */
  readonly outside: () => Promise<void>;
  /** The store is asked, and has answered. */
  readonly way: Pick<StoreWay, 'onAsked' | 'answered'>;
}

interface ConfigState {
  readonly config: GlobalConfig;
  readonly version: number;
  readonly outside: number;
  readonly epoch: string;
}

/** Reads a few small rows once a second: cheap, and the store is the only link between the processes. */
export async function watchConfig({ core, changed, renewed, outside, way }: Watching): Promise<ConfigWatch> {
  const { clock, log } = core;
  let current = await read(core, null);
  let timer: unknown = null;
  let stopped = false;

  const look = async (): Promise<void> => {
    way.onAsked();
    const now = await read(core, current);
    way.answered();
    const before = current;
    const another = now.epoch !== before.epoch;
    // In another history an older version is the newer one.
    if (another || now.version >= before.version) current = now;
    if (another) renewed(now.epoch);
    if (another || now.version > before.version) changed(now.config);
    if (now.outside !== before.outside) await outside();
  };
  const later = () => {
    if (!stopped) timer = clock.setTimeout(() => void again(), serverLimits.lookEveryMs);
  };
  const again = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      if (!stopped) log.write('warn', 'configuration not read', { error: String(error) });
    }
    later();
  };
  return {
    config: () => current.config,
    look,
    start: later,
    stop: () => {
      stopped = true;
      clock.clearTimeout(timer);
    },
  };
}

/**
 * The start decides the registration mode until an administrator changes it (START-3, CONF-4), and the
 * services that are set up decide the other ways in: login providers (OIDC-2), codes by mail, passkeys
 * (CONF-28).
 */
async function read(
  { store, settings, services, passkeys }: Watching['core'],
  previous: ConfigState | null,
): Promise<ConfigState> {
  const outcome = await store.read(async (tx) => {
    const { config: storedConfig, version } = await tx.config.get();
    const epoch = await tx.history.epoch();
    const isNews = previous === null || version !== previous.version || epoch !== previous.epoch;
    // Accounts are counted only until the first one exists.
    const mayBeEmpty = previous === null || previous.config.sysInfo.noAccounts === true;
    return {
      kept: storedConfig,
      version,
      epoch,
      values: isNews ? await tx.config.services() : null,
      noAccounts: mayBeEmpty && (await tx.users.count()) === 0,
      outside: await tx.streams.outside(),
    };
  });
  const { kept, version, epoch, values, noAccounts, outside } = outcome;
  if (values !== null) await services.set(values);
  const providers = services.openIds?.providers.map(({ id, name }) => ({ id, name })) ?? [];
  const ways = {
    ...(providers.length > 0 && { openIds: providers }),
    ...(services.mail !== null && { mail: true }),
    ...(passkeys && settings.publicUrl?.startsWith('https:') && { passkeys: true }),
  };
  const { sysInfo } = kept;
  const regtype = sysInfo.regtypeChosen ? sysInfo.regtype : settings.registration === 'open' ? 1 : 2;
  return {
    config: { ...kept, sysInfo: { ...sysInfo, regtype, ...ways, noAccounts }, epoch, rev: version },
    version,
    outside,
    epoch,
  };
}
