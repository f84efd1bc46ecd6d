import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Actor } from '../../domain/access/actor.ts';
import { actorBySession, type Session, type Sessions } from '../../flows/console/sessions.ts';
import { addressOf } from '../server/address.ts';
import { enterBySession, isChange, noSession } from './access.ts';

export type Guard = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The hook of endpoints for a signed-in person, an operator or a customer. */
export function consoleGuard(sessions: Sessions): Guard {
  return (request, reply, done) => {
    const admit = (session: Session, admitted: (error?: Error) => void) => {
      if (isChange(request)) request.changeOwner = session.owner;
      admitted();
    };
    if (!enterBySession(sessions, request, reply, admit, done)) done(noSession());
  };
}

export function sessionOf({ session }: FastifyRequest): Session {
  if (session === undefined) throw noSession();
  return session;
}

export function actorOf(request: FastifyRequest): Actor {
  return actorBySession(sessionOf(request), addressOf(request));
}
