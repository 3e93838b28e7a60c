import { isOn, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { ToldDeed } from './told-deed.ts';
import type { Ran } from './witnessed.ts';

/** A user's new privacy settings, as their request named them. */
export function discreet({ people = [] }: Ran, at: number, requests: Requests): readonly ToldDeed[] {
  return people.flatMap(({ id, patch: { privacy } }): readonly ToldDeed[] => {
    if (privacy === undefined) return [];
    const says = (body: RequestBody, name: 'typing' | 'read'): boolean =>
      body[name] === undefined || isOn(body[name]) === privacy[name];
    const asks = (body: RequestBody): boolean =>
      says(body, 'typing') &&
      says(body, 'read') &&
      (['seen', 'adds', 'calls', 'found'] as const).every(
        (name) => body[name] === undefined || textOf(body[name]) === privacy[name],
      );
    return [{ deed: { do: 'discreet', by: id, privacy }, asked: requests.some('setprivacy', at, id, asks) }];
  });
}
