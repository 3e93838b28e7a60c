import * as v from 'valibot';
import { fieldRow, settingOf } from '../domain/group-fields.ts';
import type { GroupSetting } from '../domain/group-fields.ts';
import { flag, whole } from './scalars.ts';

const READERS = { boolean: flag, number: whole, string: v.string() };

/**
 * The fields of a group in frames and answers, read tolerantly (WIRE-3): one that is absent or cannot be read
 * has its initial value. Requests have their schema in `calls/groups.ts`.
 */
export const decodeSetting = (given: Readonly<Record<string, unknown>> | null): GroupSetting =>
  settingOf((name) => {
    const { initial, max = Infinity } = fieldRow(name);
    const parsed = v.safeParse(READERS[typeof initial as keyof typeof READERS], given?.[name]);
    if (!parsed.success) return initial;
    return typeof parsed.output === 'number' && parsed.output > max ? initial : parsed.output;
  });
