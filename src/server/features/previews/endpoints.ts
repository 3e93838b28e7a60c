import { removePreview as removeCall } from '../../../wire/calls/messages.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { removePreview } from './remove-preview.ts';

export const previewEndpoints: readonly Endpoint[] = [own(removeCall, removePreview)];
