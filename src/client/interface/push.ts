import type { Answer } from './answer.ts';

/** How this device is reached while the app is closed. */
export interface PushActions {
  /** The public key of the server, which a subscription is made with; a refusal where it sends none. */
  pushKey(): Answer<string>;
  takePushes(device: PushDevice): Answer;
}

export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly platform: 'android' | 'ios' | 'other';
  /** False: pushes contain no details. */
  readonly words: boolean;
}
