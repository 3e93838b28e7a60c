import type { Draft } from '../../../../domain/message.ts';
import { appSetting } from '../../../kit/app-setting.ts';

/** Whether signs of what is sent are no marks, as this device is set (RICH-7). */
export const asSet = (): Pick<Draft, 'asPlain'> => (appSetting().marks ? {} : { asPlain: true });
