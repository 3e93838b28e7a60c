import { deviceName } from '../../../src/domain/device-name.ts';
import { isNewer } from '../../../src/domain/versions.ts';
import { BROWSER_WORDS, deviceKnownAs, PROGRAMS, SYSTEM_WORDS } from './expected/devices.ts';
import { comesAfter } from './expected/versions.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

function deviceFaults(chance: Chance): readonly string[] {
  if (chance.happens(0.2)) {
    const [says, name] = chance.pick(PROGRAMS);
    return differs(says, deviceName(says), name);
  }
  const [[browser, browserName], [system, systemName]] = [
    chance.pick(BROWSER_WORDS),
    chance.pick(SYSTEM_WORDS),
  ];
  const says = `Mozilla/5.0 (${system}) ${browser}`;
  return differs(says, deviceName(says), deviceKnownAs(browserName, systemName));
}

/** No versions, or none whose numbers are known. */
const NO_NUMBERS = ['', '6.', '.6', '6..1', 'v6', '6.1-dev', '6.1234567', '1234567', 'six', '6,1'];

function someVersion(chance: Chance): { readonly name: string; readonly numbers: readonly number[] } {
  if (chance.happens(0.2)) return { name: chance.pick(NO_NUMBERS), numbers: [] };
  const numbers = Array.from({ length: chance.whole(1, 4) }, () => chance.pick([0, 1, 2, 10, 999_998]));
  const name = numbers.map((one) => (chance.happens(0.1) ? `0${one}`.slice(-6) : String(one))).join('.');
  return { name, numbers };
}

/** The same one, but for one number that is another one or added. */
function another(chance: Chance, numbers: readonly number[]): ReturnType<typeof someVersion> {
  const at = chance.whole(0, numbers.length);
  const changed = [
    ...numbers.slice(0, at),
    (numbers[at] ?? 0) + chance.whole(0, 1),
    ...numbers.slice(at + 1),
  ];
  return { name: changed.join('.'), numbers: changed };
}

function versionFaults(chance: Chance): readonly string[] {
  const one = someVersion(chance);
  const other =
    chance.happens(0.5) && one.numbers.length > 0 ? another(chance, one.numbers) : someVersion(chance);
  const build = (): number => chance.pick([0, 0, 20_260_101, 20_260_102, 1]);
  const [offered, installed] = [
    { ...one, build: build() },
    { ...other, build: build() },
  ];
  return [
    ...differs([offered, installed], isNewer(offered, installed), comesAfter(offered, installed)),
    ...differs([installed, offered], isNewer(installed, offered), comesAfter(installed, offered)),
  ];
}

/** Devices by their user agents, and the comparison of versions (LOGINS-1, UPD-10). */
export const devicesRule: FactRule = {
  name: 'devices',
  faults: (chance) => [...deviceFaults(chance), ...versionFaults(chance)],
};
