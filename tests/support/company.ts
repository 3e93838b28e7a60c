import type { Company } from '../judge/askers.ts';
import { befriend, newGroup, signUp } from './http-user.ts';

/** Users whose history is checked by a checker that shares no code with the product. */
export async function company(url: string): Promise<Company> {
  const [leader, friend, guest] = [
    await signUp(url, 'anna'),
    await signUp(url, 'bela'),
    await signUp(url, 'cleo'),
  ];
  for (const other of [friend, guest]) await befriend(leader, other);
  return { leader, friend, guest, group: await newGroup(leader, [friend], 'Judged') };
}
