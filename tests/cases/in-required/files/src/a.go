package a

const b = "SPDX-License-Identifier: MIT"
