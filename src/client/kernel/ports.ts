import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { HttpPort, TransferPort } from '../../ports/http.ts';
import type { Log } from '../../ports/log.ts';
import type { MediaPort } from '../../ports/media.ts';
import type { Ids, Random } from '../../ports/random.ts';
import type { SocketPort } from '../../ports/socket.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { RecordsPort, SettingsPort, TabLockPort, TabMemoryPort } from '../../ports/storage.ts';

/** Everything the headless client needs of the world. */
export interface ClientPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly http: HttpPort;
  /** Absent without uploads; they then fail as requests that cannot be made. */
  readonly transfers?: TransferPort;
  /**
   * Absent if calls are unsupported: outgoing calls are refused, and incoming ones are left to other devices.
   */
  readonly media?: MediaPort;
  readonly socket: SocketPort;
  readonly device: DevicePort;
  readonly settings: SettingsPort;
  readonly records: RecordsPort;
  readonly tabLock: TabLockPort;
  /** Absent where a tab has none: leaving the page then ends a talk at once (CALL-22). */
  readonly tabMemory?: TabMemoryPort;
  /**
   * Short texts until the browser closes, for all its tabs. Absent where there are none: a login without
   * "Remember me" then ends with its page (SESS-11).
   */
  readonly browserMemory?: TabMemoryPort;
  /** Addresses without a slash at the end; `ws` is the socket's own. */
  readonly base: { readonly ws: string };
  /** Runs once soon, for telling subscribers (STORE-7); an animation frame in a page. */
  readonly schedule: (task: () => void) => void;
  /** The server may push to devices, so a visible page acknowledges what it received. */
  readonly acks?: boolean;
  /** Observes every step of every machine; absent without an inspector (INSP-6). */
  readonly watch?: WatchActors;
}
