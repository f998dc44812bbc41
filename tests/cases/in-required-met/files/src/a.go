// SPDX-License-Identifier: MIT
package a
