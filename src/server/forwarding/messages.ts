import type { DeviceConnection, ForwardingFigures, ForwardingRefusal } from '../../ports/forwarding.ts';

export type ConnectRefusal = Exclude<ForwardingRefusal, 'away'>;

/** Messages of the server to the process of the unit. */
export type ToUnit =
  /** The devices that may be in a call; none: the call is over. */
  | { readonly type: 'allow'; readonly call: string; readonly devices: readonly string[] }
  | ({ readonly type: 'connect'; readonly no: number } & DeviceConnection);

/** Messages of the process to the server. `figures` comes once a second, and shows that it is alive. */
export type FromUnit =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'unavailable'; readonly reason: string }
  | { readonly type: 'answer'; readonly no: number; readonly answer: string }
  | { readonly type: 'refused'; readonly no: number; readonly reason: ConnectRefusal }
  | { readonly type: 'figures'; readonly figures: ForwardingFigures };

/** Settings of the process, as its only argument. */
export interface UnitSettings {
  /** UDP port of all connections; 0: a free one. */
  readonly port: number;
  /** Addresses to announce besides those of the machine. */
  readonly addresses: readonly string[];
}
