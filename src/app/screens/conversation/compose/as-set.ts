import type { Draft } from '../../../../domain/message.ts';
import { appSetting } from '../../../kit/app-setting.ts';

/** As this device is set: what is sent has no marks (RICH-7), its addresses get no card (PREVIEW-1). */
export function asSet(): Pick<Draft, 'asPlain' | 'noPreview'> {
  const { marks, previews } = appSetting();
  return { ...(!marks && { asPlain: true }), ...(!previews && { noPreview: true }) };
}
