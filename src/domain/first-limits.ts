import { SECOND, MINUTE } from './duration.ts';

/* Limits of the login page; this file imports no other limits. */

export const app = { version: '6.0.1', build: 20250607 } as const;

/** Numbers that all apps of the family share (SCREEN-8). */
export const networkLimits = {
  requestTimeoutMs: 10 * SECOND,
  transferTimeoutMs: MINUTE,
  heartbeatMs: 25 * SECOND,
  reconnectMs: 15 * SECOND,
  /** Retries go on while the counter is under this (SOCK-5); both start at 1. */
  openFailureLimit: 10,
  closeLimit: 5,
  /** Probe while waiting for the network: drawn from this range (SOCK-8). */
  probeMinMs: 30 * SECOND,
  probeMaxMs: 45 * SECOND,
  /** A ping unanswered for two heartbeats is a dead socket (SOCK-9). */
  deadAfterUnansweredPings: 2,
  toastMs: 2_500,
  loginRedirectMs: SECOND,
} as const;

export const textLimits = {
  accountMin: 4,
  accountMax: 32,
  passwordMin: 6,
  passwordMax: 16,
  /** Lengths of new passwords if the operator requires longer ones (ACC-18). */
  longPasswordMin: 8,
  longPasswordMax: 128,
  /** Visible characters of nicknames, also private ones, and of group names (RULE-10). */
  nicknameMax: 64,
  groupNameMax: 100,
  /** Code points for each visible character of a name, and marks on one of them (RULE-7). */
  nameCodePoints: 4,
  nameMarksMax: 8,
  mottoMax: 200,
  verificationMax: 200,
  messageMax: 2_048,
  /** Ours: markup of a message as it arrives, before tags are taken away. */
  markupMax: 16_384,
  /** Elements in that markup, and their nesting depth (WIRE-17). */
  elementsMax: 400,
  elementDepthMax: 16,
  messageIdMax: 36,
  keywordsMax: 64,
} as const;

/** Limits of one formatted text: its constructs, and the nesting depth of quotes and lists (RICH-2). */
export const richLimits = { constructsMax: 150, depthMax: 4 } as const;
