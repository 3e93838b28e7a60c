import type { Draft } from '../../../../domain/message.ts';
import { appSetting } from '../../../kit/app-setting.ts';

/**
 * Settings of this device for new messages: without formatting (RICH-7), without link previews (PREVIEW-1).
 */
export function asSet(): Pick<Draft, 'asPlain' | 'noPreview'> {
  const { marks, previews } = appSetting();
  return { ...(!marks && { asPlain: true }), ...(!previews && { noPreview: true }) };
}
