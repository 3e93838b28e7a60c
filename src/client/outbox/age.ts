import { outbox } from '../../domain/limits.ts';

/** After 60 days the server no longer knows the id: a repeat could become a second message (SEND-14). */
export const isTooOld = (createdAtMs: number, nowMs: number): boolean => nowMs - createdAtMs > outbox.ageMaxMs;
