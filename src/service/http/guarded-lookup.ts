import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { PRIVATE_ADDRESS } from './page-failure.ts'
import { isPrivateAddress } from './private-address.ts'

/**
 * Looks names up for sockets, and returns public addresses only. The check stands between the name and the connection,
 * so a name that resolves differently the second time gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '')
    const open = addresses.filter((found) => !isPrivateAddress(found.address))
    const [first] = open
    if (first === undefined) {
      const refused: NodeJS.ErrnoException = new Error(`${hostname} leads to private addresses only`)
      refused.code = PRIVATE_ADDRESS
      return callback(refused, '')
    }
    if (options.all === true) return callback(null, open)
    callback(null, first.address, first.family)
  })
}
