import { normalPassword } from '../../domain/access/password.ts';
import { Passwords } from '../passwords.ts';

/** 32 MiB and 250 ms per hash, since people choose these passwords. */
export const consolePasswords = new Passwords({ log2N: 15, r: 8, p: 3 }, normalPassword);
