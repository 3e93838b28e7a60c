import { lineOf, type EventLog, type ScriptLine } from '../../src/client/state/log.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { Device } from '../devices/device.ts';
import { SCREENS_MAX } from './screens-max.ts';
import type { DeviceScreen } from './view-types.ts';

interface Sent {
  readonly log: EventLog;
  recorded: number;
  entries: number;
}

/** What happened at the first devices since the last view, for the frames that show the app. */
export class Screens {
  readonly #sent = new Map<string, Sent>();

  take(devices: readonly Device[]): readonly DeviceScreen[] {
    return devices.slice(0, SCREENS_MAX).flatMap((device) => {
      const log = device.tabs.at(-1)?.client.core.log;
      return log === undefined ? [] : (this.#news(device.name, log) ?? []);
    });
  }

  #news(device: string, log: EventLog): DeviceScreen | null {
    const sent = this.#sent.get(device);
    if (sent?.log === log && sent.recorded === log.recorded) return null;
    const entries = log.entries();
    const count = log.recorded - (sent?.recorded ?? 0);
    // Another tab, or a log that began again: its whole content.
    const isWhole =
      sent?.log !== log || count > entries.length || count <= 0 || entries.length < sent.entries;
    this.#sent.set(device, { log, recorded: log.recorded, entries: entries.length });
    const lines = (isWhole ? entries : entries.slice(-count)).map(lineOf);
    return { device, isWhole, lines: isWhole ? [...opening(log), ...lines] : lines };
  }
}

function opening(log: EventLog): readonly ScriptLine[] {
  const before = log.before();
  const [first] = log.entries();
  return before === null ? [] : [{ atMs: first?.atMs ?? 0, origin: 'state', event: stateToJson(before) }];
}
