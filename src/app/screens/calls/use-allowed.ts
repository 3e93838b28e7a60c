import type { Answer } from '../../../client/interface/client.ts';
import type { CallView } from '../../../client/interface/calls.ts';
import { ok } from '../../../domain/result.ts';
import { useClient } from '../../shared/client-context.ts';
import { usePermission } from '../../shared/use-permission.ts';
import { useCallDevices } from '../../shared/use-begin-call.ts';

/** Accepts a call once its devices are permitted; until then it continues to ring (PERM-5). */
export function useAnswer(): (call: CallView) => void {
  const { actions } = useClient();
  const allow = useCallDevices();
  const answer = async (call: CallView) => {
    const allowed = await allow(call.video, 'answer');
    if (allowed !== null) actions.answerCall({ soundOnly: allowed === 'sound' });
  };
  return (call) => void answer(call);
}

/** Switches the camera of a call. Without permission it stays off, and the reason was shown. */
export function useCamera(): (on: boolean) => Answer {
  const { actions } = useClient();
  const allow = usePermission();
  return async (on) => (on && !(await allow('camera')) ? ok(undefined) : actions.setCamera(on));
}
