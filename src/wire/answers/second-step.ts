import * as v from 'valibot';
import { count, onField } from '../down/fields.ts';
import { readBy } from './read-by-schema.ts';

const state = v.object({ on: onField, recovery: count });
const setUp = v.object({ secret: v.string(), uri: v.string() });
const codes = v.object({ codes: v.array(v.string()) });

/** Decoders for the calls of the second step; null: malformed. */
export const decodeSecondStep = readBy(state);
export const decodeSetUp = readBy(setUp);
export const decodeRecoveryCodes = readBy(codes);
