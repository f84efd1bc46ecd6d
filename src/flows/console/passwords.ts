import { normalPassword } from '../../domain/access/password.ts';
import { Passwords } from '../passwords.ts';

/** 32 MiB and a quarter of a second: these passwords are chosen by people. */
export const consolePasswords = new Passwords({ log2N: 15, r: 8, p: 3 }, normalPassword);
