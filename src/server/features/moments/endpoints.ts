import { serverLimits } from '../../kernel/limits.ts';
import * as momentCalls from '../../../wire/calls/moments.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import * as moments from './moments.ts';

export const momentEndpoints: readonly Endpoint[] = [
  own(momentCalls.momentList, moments.list),
  own(momentCalls.momentNews, moments.news),
  own(momentCalls.momentAdd, moments.addMoment, serverLimits.searchRate),
  own(momentCalls.momentDel, moments.deleteMoment),
  own(momentCalls.momentLike, moments.like, serverLimits.searchRate),
  own(momentCalls.momentComment, moments.comment, serverLimits.searchRate),
  own(momentCalls.momentUncomment, moments.uncomment),
];
