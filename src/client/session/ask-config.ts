import type { GlobalConfig } from '../../domain/config.ts';
import type { Result } from '../../domain/result.ts';
import { getSystemInfo } from '../../wire/calls/session.ts';
import { decodeConfig } from '../../wire/down/config.ts';
import { MISREAD, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import { createApi } from '../connection/api.ts';
import type { Speaker } from '../../wire/first-call.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { HttpPort } from '../../ports/http.ts';

const nothing = (): undefined => undefined;

/** The configuration, for a page delivered without one; its code loads only then (UI-111). */
export async function askConfig({
  http,
  device,
  headers,
}: {
  readonly http: HttpPort;
  readonly device: DevicePort;
  readonly headers: () => Speaker;
}): Promise<Result<GlobalConfig, Failure>> {
  const api = createApi({
    http,
    device,
    headers,
    absent: () => false,
    raise: nothing,
    answered: nothing,
    tokenRefused: () => false,
  });
  const answer = await api.call(path(getSystemInfo), {}, { quiet: true });
  if (!answer.ok) return answer;
  const decoded = decodeConfig(answer.value.data);
  return decoded.ok ? decoded : MISREAD;
}
