// Checks a proof of Potluck with golang.org/x/mod/sumdb: an implementation of the formats that is not Potluck's.
//
//	check-proof KEY-FILE PROOF-FILE [EARLIER-CHECKPOINT]
//
// In Debian: apt install golang-go golang-golang-x-mod-dev, then GO111MODULE=off GOPATH=/usr/share/gocode go run check-proof.go …
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Println("refuted:", err)
		os.Exit(1)
	}
}

func read(file string) string {
	b, err := os.ReadFile(file)
	must(err)
	return string(b)
}

func head(text, key string) (int64, tlog.Hash) {
	v, err := note.NewVerifier(key)
	must(err)
	n, err := note.Open([]byte(text), note.VerifierList(v))
	must(err)
	lines := strings.Split(n.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	return size, root
}

func hashes(lines []string) (out []tlog.Hash) {
	for _, l := range lines {
		h, err := tlog.ParseHash(l)
		must(err)
		out = append(out, h)
	}
	return
}

func main() {
	key := strings.TrimSpace(read(os.Args[1]))
	proof := read(os.Args[2])
	top, cp, _ := strings.Cut(proof, "\n\n")
	lines := strings.Split(top, "\n")
	size, root := head(cp, key)
	if strings.HasPrefix(lines[0], "old ") {
		old, oldRoot := head(read(os.Args[3]), key)
		must(tlog.CheckTree(hashes(lines[1:]), size, root, old, oldRoot))
		fmt.Println("consistent:", old, "of", size)
		return
	}
	if len(os.Args) > 3 {
		must(fmt.Errorf("%s proves one event, not consistency with an earlier checkpoint", os.Args[2]))
	}
	leaf, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	must(err)
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	must(err)
	must(tlog.CheckRecord(hashes(lines[3:]), size, root, index, tlog.RecordHash(leaf)))
	fmt.Println("included:", index, "of", size)
}
