/** Which media a connection of a device to the unit carries: what it sends, or all that it receives. */
export type ForwardedKind = 'sound' | 'picture' | 'down';

/** `full`: the unit has no room; `absent`: the device is not in the call; `away`: no unit answers. */
export type ForwardingRefusal = 'full' | 'badOffer' | 'absent' | 'away';

export type ForwardingAnswer =
  | { readonly ok: true; readonly answer: string }
  | { readonly ok: false; readonly reason: ForwardingRefusal };

export interface DeviceConnection {
  readonly call: string;
  readonly device: string;
  readonly kind: ForwardedKind;
  /** The offer of the browser. */
  readonly offer: string;
}

export interface ForwardingFigures {
  readonly calls: number;
  readonly connections: number;
  /** Packets sent since the start of the process. */
  readonly packets: number;
  /** How late the process handled its events in the last second, in ms: 95 % were faster. */
  readonly lateMs: number;
}

/** The unit of this node, which forwards the sound and pictures of group calls between many devices. */
export interface Forwarding {
  /** Starts the process if it has not been started. */
  wake(): void;
  /** Name of the running process, new after each start; null: none runs. */
  name(): string | null;
  /** The listener learns of each new name. */
  onReady(listener: () => void): void;
  /** Why none runs, for the operator; null: it runs, or was not needed yet. */
  fault(): string | null;
  /** The devices that may be in a call; the connections of all others are closed. None: the call is over. */
  allow(call: string, devices: readonly string[]): void;
  connect(connection: DeviceConnection): Promise<ForwardingAnswer>;
  figures(): ForwardingFigures | null;
  stop(): Promise<void>;
}
