import * as v from 'valibot';

/** Reads an answer by its schema; null: it is no such answer. */
export const readBy =
  <S extends v.GenericSchema>(schema: S) =>
  (data: unknown): v.InferOutput<S> | null => {
    const found = v.safeParse(schema, data);
    return found.success ? found.output : null;
  };
