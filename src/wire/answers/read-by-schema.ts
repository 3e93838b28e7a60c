import * as v from 'valibot';

/** Decodes an answer by its schema; null: malformed. */
export const readBy =
  <S extends v.GenericSchema>(schema: S) =>
  (data: unknown): v.InferOutput<S> | null => {
    const parsed = v.safeParse(schema, data);
    return parsed.success ? parsed.output : null;
  };
