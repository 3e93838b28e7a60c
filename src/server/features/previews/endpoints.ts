import { removePreview as removeCall } from '../../../wire/calls/previews.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { removePreview } from './remove-preview.ts';

export const previewEndpoints: readonly Endpoint[] = [own(removeCall, removePreview)];
