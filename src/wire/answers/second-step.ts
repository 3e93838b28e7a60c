import * as v from 'valibot';
import { count, onField } from '../down/fields.ts';

const state = v.object({ on: onField, recovery: count });
const setUp = v.object({ secret: v.string(), uri: v.string() });
const codes = v.object({ codes: v.array(v.string()) });

const readBy =
  <S extends v.GenericSchema>(schema: S) =>
  (data: unknown): v.InferOutput<S> | null => {
    const found = v.safeParse(schema, data);
    return found.success ? found.output : null;
  };

/** Answers of the calls about the second step; null: it is no such answer. */
export const decodeSecondStep = readBy(state);
export const decodeSetUp = readBy(setUp);
export const decodeRecoveryCodes = readBy(codes);
